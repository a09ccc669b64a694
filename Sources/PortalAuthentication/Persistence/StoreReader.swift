internal import HTTPSemantics
internal import TLSIdentity

/// Reads the files of one store and writes new ones.
struct StoreReader {
    /// A store as it was read.
    struct Content {
        var chain: StoreChain
        /// The text of the base.
        let text: Secret<[UInt8]>
        /// The changes after it.
        var deltas: [StoreDelta] = []
    }
    private enum Look {
        case text(Secret<[UInt8]>?)
        /// Another process has written a new base meanwhile.
        case moved
    }
    /// How often a store is read again that other processes change meanwhile, before they are kept out.
    private static let patience = 8
    let name: String
    let keys: StoreKeys
    /// The file that is not one of the changes.
    var file: String { StoreFile.file(of: name) }

    init(_ name: String, keys: StoreKeys) {
        self.name = name
        self.keys = keys
    }

    // MARK: reading

    /// Reads a store while other processes may change it; nil where there is none.
    func load(from folder: StoreFolder) throws(PortalError) -> Secret<[UInt8]>? {
        for _ in 0..<Self.patience {
            let look = try folder.reading { folder throws(PortalError) -> Look? in
                let mark = try folder.mark(of: file)
                let outcome: Result<Secret<[UInt8]>?, PortalError>
                do throws(PortalError) {
                    outcome = .success(try text(in: folder))
                } catch {
                    outcome = .failure(error)
                }
                // Changes are removed once a new base has them: what was read of two bases is no store.
                guard try folder.mark(of: file) == mark else { return .moved }
                return .text(try outcome.get())
            }
            guard let look else { return nil }
            if case .text(let text) = look { return text }
        }
        return try folder.reading(isLocked: true) { folder throws(PortalError) in try text(in: folder) }
    }

    /// The text of a store, its changes made; nil where there is none.
    func text(in folder: borrowing OpenStoreFolder) throws(PortalError) -> Secret<[UInt8]>? {
        guard let content = try read(in: folder) else { return nil }
        return try text(of: content)
    }

    /// The text of a store that was read.
    func text(of content: Content) throws(PortalError) -> Secret<[UInt8]> {
        content.deltas.isEmpty ? content.text : try document(content).bytes
    }

    /// A store with its document; nil where there is none.
    func known(in folder: borrowing OpenStoreFolder) throws(PortalError) -> KnownStore? {
        guard let content = try read(in: folder) else { return nil }
        return KnownStore(content.chain, try document(content))
    }

    /// What is known of a store, with the changes that were written since; nil where it is another base by now.
    func updated(_ store: KnownStore, in folder: borrowing OpenStoreFolder) throws(PortalError) -> KnownStore? {
        guard try folder.mark(of: file) == store.chain.mark else { return nil }
        for delta in try follow(&store.chain, in: folder) { store.document.apply(delta) }
        return store
    }

    private func document(_ content: Content) throws(PortalError) -> StoreDocument {
        var document = try StoreDocument(content.text, of: name)
        for delta in content.deltas { document.apply(delta) }
        return document
    }

    /// Reads a base and every change after it; nil where there is no base.
    func read(in folder: borrowing OpenStoreFolder) throws(PortalError) -> Content? {
        guard let bytes = try folder.read(file) else { return nil }
        let path = "\(folder.path)/\(file)"
        let (header, text) = try open(bytes, at: path)
        guard let chain = StoreChain(header, OpenStoreFolder.Mark(bytes)) else {
            throw StoreFileDefect.isChange.error(at: path)
        }
        var content = Content(chain: chain, text: Secret(text))
        guard chain.isFollowed else { return content }
        let highest = try folder.changes(of: file).last ?? 0
        content.deltas = try follow(&content.chain, in: folder)
        guard highest <= content.chain.last else {
            let missing = StoreFile.change(content.chain.last + 1, of: file)
            throw StoreFileDefect.missing.error(at: "\(folder.path)/\(missing)")
        }
        return content
    }

    /// Reads the changes that come next.
    private func follow(
        _ chain: inout StoreChain, in folder: borrowing OpenStoreFolder
    ) throws(PortalError) -> [StoreDelta] {
        var deltas: [StoreDelta] = []
        while true {
            let change = StoreFile.change(chain.last + 1, of: file)
            guard let bytes = try folder.read(change) else { return deltas }
            let path = "\(folder.path)/\(change)"
            var (header, text) = try open(bytes, at: path)
            defer { Wiping.wipe(&text) }
            do throws(StoreFileDefect) {
                try chain.follow(header, size: bytes.count)
                guard let delta = StoreDelta(text) else { throw .isNoChange }
                deltas.append(delta)
            } catch {
                throw error.error(at: path)
            }
        }
    }

    private func open(
        _ bytes: [UInt8], at path: String
    ) throws(PortalError) -> (header: StoreFileHeader, text: [UInt8]) {
        try named(path) { try StoreFile.open(bytes, name: name, key: keys.key) }
    }

    // MARK: writing

    /// Writes all of a store and removes the changes that it contains from then on; gives what is there now.
    ///
    /// `mayMakeKey` says whether a key file that is missing may be made.
    func put(
        _ text: Secret<[UInt8]>, inPlaceOf chain: StoreChain?, in folder: borrowing OpenStoreFolder,
        mayMakeKey: () throws(PortalError) -> Bool
    ) throws(PortalError) -> StoreChain? {
        let left = try folder.changes(of: file)
        // What can be followed once stays so: a base of the first version says nothing about what is left beside it.
        let isFollowed = chain?.isFollowed == true || text.reveal { $0.count } > StoreChain.block
        let last = max(chain?.last ?? 0, left.last ?? 0)
        let (header, bytes) = try seal(
            text, as: isFollowed ? .base(containing: last) : .alone, at: "\(folder.path)/\(file)", mayMakeKey)
        try folder.put(bytes, as: file, beside: file)
        for number in left { try folder.remove(StoreFile.change(number, of: file)) }
        return StoreChain(header, OpenStoreFolder.Mark(bytes))
    }

    /// Writes a change by itself.
    func add(
        _ delta: StoreDelta, to chain: inout StoreChain, in folder: borrowing OpenStoreFolder
    ) throws(PortalError) {
        let change = StoreFile.change(chain.last + 1, of: file)
        let path = "\(folder.path)/\(change)"
        let (header, bytes) = try seal(delta.bytes, as: chain.next, at: path) { false }
        try folder.put(bytes, as: change, beside: file)
        do throws(StoreFileDefect) { try chain.follow(header, size: bytes.count) } catch { throw error.error(at: path) }
    }

    private func seal(
        _ text: Secret<[UInt8]>, as part: StoreFileHeader.Part, at path: String,
        _ mayMakeKey: () throws(PortalError) -> Bool
    ) throws(PortalError) -> (header: StoreFileHeader, bytes: [UInt8]) {
        try named(path) {
            let (derivation, key) = try keys.current(makingKeyFile: mayMakeKey)
            let bytes = try text.reveal { text throws(TLSIdentityError) in
                try StoreFile.seal(text, name: name, derivation: derivation, key: key, part: part)
            }
            return (try StoreFileHeader.parse(bytes).header, bytes)
        }
    }

    /// Gives what went wrong the name of the file and words for what to do.
    private func named<Value>(_ path: String, _ body: () throws -> Value) throws(PortalError) -> Value {
        do {
            return try body()
        } catch let defect as StoreFileDefect {
            throw defect.error(at: path)
        } catch let error as PortalError {
            throw error
        } catch {
            throw PortalError(
                .storeNotAccessible, detail: "\(path) cannot be opened or sealed: \(error)", underlying: error)
        }
    }
}
