public import HTTPSemantics
internal import Platform
package import TLSIdentity

/// Stores in a folder of their own, one encrypted file each (AES-256-GCM, NIST SP 800-38D), which survive a crash whole.
///
/// The folder has the rights 0700 and is made where there is none, its files 0600. A file that is damaged, foreign, too new,
/// of another key, or open to others is told by its own error, and is neither read further nor replaced nor deleted.
///
/// Several processes may use a folder: each change is made to what the files hold at that moment.
///
/// A store `name` is the file `name.store`. One of more than 4 096 bytes may be followed by changes, `name.store.1` and so on, each
/// sealed by itself and bound to the one before; once they take more room than the store, it is written as a whole again.
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
    /// What this process has read or written last, by name; used by the holder of the folder's lock.
    private let known = Locked<[String: KnownStore]>([:])

    /// Names a folder and its key; nothing is read or made before it is needed.
    ///
    /// Throws `invalidArgument` for an empty passphrase or path, and for a key file in the folder itself; where there is no folder yet,
    /// the first writing may be what throws that.
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
        try keys.requireFile(outside: folder)
    }

    public func load(_ name: String) async throws(PortalError) -> Secret<[UInt8]>? {
        try await run(name) { [self] reader throws(PortalError) in try reader.load(from: folder) }
    }

    public func update(
        _ name: String, _ body: @escaping @Sendable (Secret<[UInt8]>?) throws(PortalError) -> Secret<[UInt8]>
    ) async throws(PortalError) {
        try await run(name) { [self] reader throws(PortalError) in
            try folder.changing { open throws(PortalError) in
                known.withLock { $0[name] = nil }
                let content = try reader.read(in: open)
                let old: Secret<[UInt8]>? = if let content { try reader.text(of: content) } else { nil }
                let new = try body(old)
                _ = try put(new, inPlaceOf: content?.chain, reader, in: open)
            }
        }
    }

    public func erase(_ name: String) async throws(PortalError) {
        try await run(name) { [self] reader throws(PortalError) in
            _ = try folder.reading(isLocked: true) { open throws(PortalError) -> Void? in
                known.withLock { $0[name] = nil }
                try open.erase(reader.file)
                return ()
            }
        }
    }

    private func put(
        _ text: Secret<[UInt8]>, inPlaceOf chain: StoreChain?, _ reader: StoreReader,
        in open: borrowing OpenStoreFolder
    ) throws(PortalError) -> StoreChain? {
        // A folder that has been made by now may be the key file's, however the path of either is spelled.
        try keys.requireFile(outside: folder.path)
        return try reader.put(text, inPlaceOf: chain, in: open) { () throws(PortalError) -> Bool in
            // A key that is missing beside stores is lost, and another one would not open them.
            guard chain == nil else { return false }
            return try !folder.hasStores()
        }
    }

    /// Runs what waits for the disk or for scrypt on a thread of its own.
    private func run<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable (StoreReader) throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(allowed.contains) else {
            throw PortalError(
                .invalidArgument,
                detail: "\"\(PortalError.printable(name))\" is no name of a store; use a to z, 0 to 9 and -")
        }
        let keys = keys
        let outcome = await NativeThread.value { () -> Result<Value, PortalError> in
            do throws(PortalError) {
                return .success(try body(StoreReader(name, keys: keys)))
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

extension EncryptedStore: DocumentPersistence {
    package func write(
        _ name: String, _ extent: StoreExtent,
        _ body: @escaping @Sendable (inout StoreDocument) throws(PortalError) -> Void
    ) async throws(PortalError) {
        try await run(name) { [self] reader throws(PortalError) in
            try folder.changing { open throws(PortalError) in
                // It is not put back where anything throws: what is there is read again then.
                let carried = known.withLock { $0.removeValue(forKey: name) }
                let store = try write(extent, carried, reader, in: open, body)
                known.withLock { $0[name] = store }
            }
        }
    }

    private func write(
        _ extent: StoreExtent, _ carried: KnownStore?, _ reader: StoreReader, in open: borrowing OpenStoreFolder,
        _ body: (inout StoreDocument) throws(PortalError) -> Void
    ) throws(PortalError) -> KnownStore? {
        var store: KnownStore?
        if extent == .change, let carried, carried.chain.mayGrow { store = try reader.updated(carried, in: open) }
        // What is to be written as a whole is read first: nothing that was damaged is replaced unseen.
        let isCarried = store?.chain.mayGrow == true
        if !isCarried { store = try reader.known(in: open) }
        if let store, extent == .change, store.chain.mayGrow {
            try body(&store.document)
            let delta = store.document.takeDelta()
            if !delta.isEmpty {
                try reader.add(delta, to: &store.chain, in: open)
            } else if !isCarried {
                // It may be what an earlier try has written and not brought to the disk.
                try open.sync(reader.file)
            }
            return store
        }
        var document = store?.document ?? StoreDocument()
        try body(&document)
        if document.takeDelta().isEmpty, extent == .change, let store {
            try open.sync(reader.file)
            return store
        }
        return try put(document.bytes, inPlaceOf: store?.chain, reader, in: open).map { KnownStore($0, document) }
    }
}

extension EncryptedStore: CustomStringConvertible, CustomReflectable {
    public var description: String { "encrypted store in \(folder.path)" }
    public var customMirror: Mirror { Mirror(self, children: ["folder": folder.path]) }
}
