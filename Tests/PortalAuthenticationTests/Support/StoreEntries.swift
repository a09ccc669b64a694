import Foundation
import HTTPSemantics
import JSONValues
import TLSIdentity

@testable import PortalAuthentication

extension StorePersistence {
    /// Sets an entry of a document, or takes it out.
    func put(_ key: String, _ value: JSONValue?, as name: String = "test") async throws(PortalError) {
        try await writeDocument(name) { document throws(PortalError) in
            document.change([key: StoreDocument.Step(old: document.entries[key], new: value)]) { _ in nil }
        }
    }

    /// Puts a document of so many entries there, as a whole; 100 are more than a change follows.
    func fill(_ count: Int = 100, as name: String = "test") async throws(PortalError) {
        let entries = Dictionary(uniqueKeysWithValues: (0..<count).map { ("entry \($0)", Self.entry($0)) })
        try await writeDocument(name, .whole) { document throws(PortalError) in
            document.change(from: document.entries, to: entries)
        }
    }

    static func entry(_ number: Int) -> JSONValue { ["x": .string(String(repeating: "\(number) ", count: 30))] }

    /// The entries of a document; nil where there is none.
    func contents(_ name: String = "test") async throws(PortalError) -> [String: JSONValue]? {
        guard let bytes = try await load(name) else { return nil }
        return try StoreDocument(bytes, of: name).entries
    }
}

extension StorePlace {
    /// The files of the folder by name.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in names { files[name] = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))) }
        return files
    }

    /// Makes the folder hold these files and no others.
    func putBack(_ files: [String: [UInt8]]) throws {
        for name in names { unlink(folder + "/" + name) }
        for (name, bytes) in files { try putFile(bytes, name) }
    }

    /// Puts a file there under its whole name.
    func putFile(_ bytes: [UInt8], _ name: String) throws {
        let path = folder + "/" + name
        unlink(path)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
    }

    /// The key of the key file.
    func sealingKey() throws -> SealingKey {
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: keyFile)))
        return SealingKey(wiping: &bytes)
    }
}
