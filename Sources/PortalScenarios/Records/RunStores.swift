internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The folder in which a client keeps its credentials from one run to the next, and the keys to it.
final class RunStores: Sendable {
    private struct State {
        var canaries: [Canary] = []
        /// What files held at each look.
        var files: [(name: String, bytes: [UInt8])] = []
        /// What a file held when it was damaged.
        var damaged: [String: [UInt8]] = [:]
    }
    /// More files are not looked at, and more of each is not read.
    private static let mostFiles = 100
    private static let mostBytes = 1 << 20

    private let state = Locked(State())
    private let folder: String
    private let passphrase: Secret<String>

    /// Makes keys for stores below a folder; nothing is written.
    init(below folder: String) {
        self.folder = folder
        let text = WrongPassword.text(after: "passphrase-")
        passphrase = Secret(text)
        state.withLock { $0.canaries.append(Self.canary("passphrase", text)) }
    }

    /// The folder of the stores.
    var path: String { folder + "/credentials" }

    /// The passphrases, which must show up nowhere.
    var canaries: [Canary] { state.withLock { $0.canaries } }

    /// What the client's files held at each look, for the search of secrets, keys among them.
    func output(knowing keys: RawKeys) -> [ClientOutput] {
        state.withLock { $0.files }.map { ClientOutput(place: "file \($0.name)", text: keys.text(of: $0.bytes)) }
    }

    /// The stores as a plan opens them. Making a key costs next to nothing: no scenario is about guessing.
    func open(_ opening: StorePlan.Opening) throws(PortalError) -> EncryptedStore {
        let key: EncryptedStore.Key =
            switch opening.key {
            case .passphrase: .passphrase(passphrase(opening))
            case .keyFile: .keyFile(keyFile(opening), isMadeIfMissing: true)
            }
        return try EncryptedStore(
            folder: path, key: key, cost: Scrypt.Cost(logN: 10, blockSize: 8, parallelism: 1))
    }

    /// The passphrase that a plan opens the stores with. Default: their own.
    func passphrase(_ opening: StorePlan.Opening?) -> Secret<String> {
        opening?.isRight ?? true ? passphrase : wrongPassphrase()
    }

    /// The key file that a plan opens the stores with; one that is not there is made.
    func keyFile(_ opening: StorePlan.Opening?) -> String {
        opening?.isRight ?? true ? folder + "/key" : otherKeyFile()
    }

    /// A key file that opens no store here: one that is not there at all would be a lost key, which is another thing.
    private func otherKeyFile() -> String {
        let place = folder + "/other-key"
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        _ = FileManager.default.createFile(
            atPath: place, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        return place
    }

    private func wrongPassphrase() -> Secret<String> {
        let text = WrongPassword.text(after: "passphrase-")
        state.withLock { $0.canaries.append(Self.canary("wrong-passphrase#\($0.canaries.count)", text)) }
        return Secret(text)
    }

    private static func canary(_ name: String, _ text: String) -> Canary {
        Canary(name: name, kind: .identityPassword, value: text, origins: [])
    }

    /// Looks at every file of the stores, for the search of secrets.
    func look() {
        for name in names {
            guard let bytes = bytes(of: name) else { continue }
            state.withLock { state in
                if !state.files.contains(where: { $0.name == name && $0.bytes == bytes }) {
                    state.files.append((name, bytes))
                }
            }
        }
    }

    /// The modes of the files by name, that of the folder, and whether every damaged file is as it was left.
    func fill(_ final: inout [String: JSONValue]) {
        guard let own = RunIdentities.mode(of: path) else { return }
        final["storeFolder"] = .string(own)
        var modes: [String: JSONValue] = [:]
        // A change of a store counts as the store, and is told where its mode is another one.
        for name in names {
            let store = Self.store(name)
            guard let mode = RunIdentities.mode(of: path + "/" + name), modes[store] != .string(mode) else { continue }
            modes[modes.keys.contains(store) ? name : store] = .string(mode)
        }
        final["storeFiles"] = .object(modes)
        let damaged = state.withLock { $0.damaged }
        if !damaged.isEmpty { final["storeUntouched"] = .bool(damaged.allSatisfy { bytes(of: $0.key) == $0.value }) }
    }

    /// The folder and its files that others than their owner may read or enter, with their modes.
    var openPlaces: [String] {
        let places = [("the folder", path)] + names.map { ($0, path + "/" + $0) }
        return places.compactMap { name, place in
            guard let mode = RunIdentities.mode(of: place), !mode.hasSuffix("00") else { return nil }
            return "\(name) has mode \(mode)"
        }
    }

    /// Does something to a file of the stores.
    func damage(_ file: StorePlan.File, _ damage: StorePlan.Damage) throws {
        let place = path + "/" + file.name
        guard var bytes = bytes(of: file.name) else {
            throw PortalError(.invalidArgument, detail: "there is no file \(file.name) to damage")
        }
        switch damage {
        case .flip: bytes[bytes.count / 2] ^= 1
        case .truncate: bytes.removeLast(bytes.count / 2)
        case .empty: bytes = []
        case .foreign: bytes = Array("{\"credentials\": \"of another program\"}\n".utf8)
        case .swap:
            let other: StorePlan.File = file == .credentials ? .network : .credentials
            guard let found = self.bytes(of: other.name) else {
                throw PortalError(.invalidArgument, detail: "there is no file \(other.name) to swap")
            }
            bytes = found
        case .open: try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place)
        case .openFolder: try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        case .link:
            try FileManager.default.moveItem(atPath: place, toPath: folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: folder + "/elsewhere")
        case .directory:
            try FileManager.default.removeItem(atPath: place)
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            return
        case .delete:
            try FileManager.default.removeItem(atPath: place)
            return
        }
        if [.flip, .truncate, .empty, .foreign, .swap].contains(damage) {
            try Data(bytes).write(to: URL(filePath: place))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place)
        }
        let left = bytes
        state.withLock { $0.damaged[file.name] = left }
    }

    /// The file that a change of a store follows, by its name; any other is its own.
    private static func store(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), let number = Int(name[dot...].dropFirst()) else { return name }
        let file = String(name[..<dot])
        return StoreFile.number(of: name, of: file) == number ? file : name
    }

    /// No link is followed in the place of the folder, and of what lies there only files are read: a foreign client may put anything there.
    private var names: [String] {
        guard let folder = OpenFolder(BytePath(path)) else { return [] }
        return folder.entries(atMost: Self.mostFiles).map(\.name.description).sorted()
    }

    private func bytes(of name: String) -> [UInt8]? {
        FileHead.bytes(BytePath("\(path)/\(name)"), atMost: Self.mostBytes, onlyRegular: true)
    }
}
