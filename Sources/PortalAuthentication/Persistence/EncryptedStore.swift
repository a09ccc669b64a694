public import HTTPSemantics
internal import Platform
package import TLSIdentity

/// Stores in a folder of their own, one encrypted file each (AES-256-GCM, NIST SP 800-38D), which survive a crash whole.
///
/// The folder has the rights 0700 and is made where there is none, its files 0600. A file that is damaged, foreign, too new,
/// of another key, or open to others is told by its own error, and is neither read further nor replaced nor deleted.
///
/// Several processes may use a folder: each change is made to what the file holds at that moment.
public final class EncryptedStore: StorePersistence {
    /// What files are sealed with.
    public enum Key: Sendable {
        /// A passphrase, from which a key is made by scrypt (RFC 7914; N = 2^17, r = 8, p = 1: 128 MiB and a fraction of a
        /// second, once per run). Its bytes count as they are given.
        case passphrase(Secret<String>)
        /// A file of 32 random bytes with the rights 0600, elsewhere than the store.
        ///
        /// `isMadeIfMissing` makes it when the first store of the folder is written; default no.
        case keyFile(String, isMadeIfMissing: Bool = false)
    }

    private let folder: StoreFolder
    private let keys: StoreKeys

    /// Names a folder and its key; nothing is read or made before it is needed. Throws `invalidArgument` for an empty passphrase or path.
    public convenience init(folder: String, key: Key) throws(PortalError) {
        try self.init(folder: folder, key: key, cost: .usual)
    }

    package init(
        folder: String, key: Key, cost: Scrypt.Cost, calls: any StoreFileCalls = SystemFileCalls(),
        patience: Duration = .seconds(10)
    ) throws(PortalError) {
        if case .passphrase(let passphrase) = key, passphrase.reveal({ $0.isEmpty }) {
            throw PortalError(.invalidArgument, detail: "the passphrase of the store in \(folder) is empty; give one")
        }
        var paths = [folder]
        if case .keyFile(let path, _) = key { paths.append(path) }
        guard paths.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            throw PortalError(
                .invalidArgument, detail: "the path of a store or of its key file is empty or holds a NUL")
        }
        self.folder = StoreFolder(path: folder, calls: calls, patience: patience)
        keys = StoreKeys(key, cost: cost)
    }

    public func load(_ name: String) async throws(PortalError) -> Secret<[UInt8]>? {
        try await run(name) { [self] file throws(PortalError) in
            guard let bytes = try folder.read(file) else { return nil }
            return try open(bytes, name)
        }
    }

    public func update(
        _ name: String, _ body: @escaping @Sendable (Secret<[UInt8]>?) throws(PortalError) -> Secret<[UInt8]>
    ) async throws(PortalError) {
        try await run(name) { [self] file throws(PortalError) in
            try folder.update(file) { old throws(PortalError) in
                let opened: Secret<[UInt8]>? = if let old { try open(old, name) } else { nil }
                let new = try body(opened)
                return try named(name) { () throws -> [UInt8] in
                    let (derivation, key) = try keys.current { () throws(PortalError) -> Bool in
                        // A key that is missing beside stores is lost, and another one would not open them.
                        guard old == nil else { return false }
                        return try !folder.hasStores()
                    }
                    return try new.reveal { try StoreFile.seal($0, name: name, derivation: derivation, key: key) }
                }
            }
        }
    }

    public func erase(_ name: String) async throws(PortalError) {
        try await run(name) { [self] file throws(PortalError) in try folder.erase(file) }
    }

    private func open(_ bytes: [UInt8], _ name: String) throws(PortalError) -> Secret<[UInt8]> {
        try named(name) { Secret(try StoreFile.open(bytes, name: name, key: keys.key)) }
    }

    /// Gives what went wrong the name of the file and words for what to do.
    private func named<Value>(_ name: String, _ body: () throws -> Value) throws(PortalError) -> Value {
        do {
            return try body()
        } catch let defect as StoreFileDefect {
            throw defect.error(at: folder.path + "/" + StoreFile.file(of: name))
        } catch let error as PortalError {
            throw error
        } catch {
            throw PortalError(
                .storeNotAccessible, detail: "the store in \(folder.path) cannot be opened or sealed: \(error)",
                underlying: error)
        }
    }

    /// Runs what waits for the disk or for scrypt on a thread of its own.
    private func run<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable (String) throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(allowed.contains) else {
            throw PortalError(
                .invalidArgument,
                detail: "\"\(PortalError.printable(name))\" is no name of a store; use a to z, 0 to 9 and -")
        }
        let outcome = await NativeThread.value { () -> Result<Value, PortalError> in
            do throws(PortalError) {
                return .success(try body(StoreFile.file(of: name)))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else {
            throw PortalError(.storeNotAccessible, detail: "the system has no thread left to reach \(folder.path) with")
        }
        return try outcome.get()
    }
}

extension EncryptedStore: CustomStringConvertible, CustomReflectable {
    public var description: String { "encrypted store in \(folder.path)" }
    public var customMirror: Mirror { Mirror(self, children: ["folder": folder.path]) }
}
