import Foundation
import HTTPSemantics
import JSONValues
import PortalAuthentication
import TLSIdentity
import TestFolders
import Testing

/// A folder for the stores of one test, gone with it; scrypt is made cheap.
final class StorePlace: Sendable {
    static let cheap = Scrypt.Cost(logN: 4, blockSize: 8, parallelism: 1)
    private let place: TemporaryFolder
    var root: String { place.path }
    var folder: String { root + "/stores" }
    var keyFile: String { root + "/key" }

    init() throws {
        place = try TemporaryFolder()
    }

    /// The store by its passphrase.
    func store(
        _ passphrase: String = "correct horse", calls: any StoreFileCalls = SystemFileCalls(),
        cost: Scrypt.Cost = cheap, patience: Duration = .seconds(60)
    ) throws(PortalError) -> EncryptedStore {
        try EncryptedStore(
            folder: folder, key: .passphrase(Secret(passphrase)), cost: cost, calls: calls, patience: patience)
    }

    /// The store by the key file.
    func keyedStore(making: Bool = true) throws(PortalError) -> EncryptedStore {
        try EncryptedStore(folder: folder, key: .keyFile(keyFile, isMadeIfMissing: making))
    }

    func path(_ name: String) -> String { folder + "/" + name + ".store" }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// Puts bytes there as a store would, file and folder private.
    func put(_ bytes: [UInt8], as name: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        unlink(path(name))
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        chmod(path(name), 0o600)
    }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    func rights(_ path: String) throws -> Int {
        var facts = stat()
        try #require(stat(path, &facts) == 0)
        return Int(facts.st_mode & 0o7777)
    }
}

extension StorePersistence {
    /// The text of a store; nil where there is none.
    func text(_ name: String = "test") async throws(PortalError) -> String? {
        try await load(name).map { $0.reveal { String(decoding: $0, as: UTF8.self) } }
    }

    /// Keeps a text.
    func keep(_ text: String, as name: String = "test") async throws(PortalError) {
        try await update(name) { _ throws(PortalError) in Secret(Array(text.utf8)) }
    }
}
