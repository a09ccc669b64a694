public import HTTPSemantics
internal import Platform
public import TLSIdentity

/// Client identities of a person or machine, and which origin was told to use which of them.
///
/// One identity is kept per subject and issuer: a renewed certificate takes the place of the old one, and its choices.
public final class ClientIdentityStore: Sendable {
    /// Something in the store's directory that is no identity of it; it is left as it is.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The file's path.
        public let file: String
        /// What is wrong with it.
        public let detail: String

        public var description: String { PortalError.printable("\(file) \(detail)") }
    }
    private struct State {
        var selector = ClientIdentitySelector()
        var problems: [Problem] = []
        var users: [User] = []
    }
    private struct User: Sendable { weak var store: (any ClientIdentityUser)? }

    private let state: Locked<State>
    /// Held while something is changed, by tasks that may wait for the disk: what is only read never waits for that.
    private let turn = Locked(true)
    private let directory: IdentityDirectory?

    /// Keeps identities in memory.
    public init() {
        directory = nil
        state = Locked(State())
    }

    /// Keeps identities in a directory of mode 0700, made where there is none; each is a file of mode 0600.
    ///
    /// Throws `storeNotWritable` where it cannot be used or where others may enter it. A file in it that is no identity
    /// is listed in ``problems`` and never deleted.
    public init(directory path: String) throws(IdentityImportError) {
        let directory = try IdentityDirectory(path)
        let (selector, problems) = try directory.load()
        self.directory = directory
        state = Locked(State(selector: selector, problems: problems))
    }

    /// Files in the directory that are no identities.
    public var problems: [Problem] { state.withLock { $0.problems } }

    /// Every identity, by common name.
    public var identities: [ClientIdentity] {
        let all = state.withLock { $0.selector.entries.map(\.identity) }
        return all.sorted { ($0.commonName, $0.certificate.sha256) < ($1.commonName, $1.certificate.sha256) }
    }

    /// The identities that a server of a protection space accepts, intermediate issuers counted; nil means all of them.
    public func identities(for space: ProtectionSpace?) -> [ClientIdentity] {
        guard let issuers = space?.acceptableIssuers else { return identities }
        return identities.filter { $0.isIssued(byAnyOf: issuers) }
    }

    /// The identity whose leaf has a SHA-256 fingerprint, in lower-case hex; nil where there is none.
    public func identity(sha256: String) -> ClientIdentity? { identities.first { $0.certificate.sha256 == sha256 } }

    /// Takes in an identity; throws `duplicateIdentity` and `storeNotWritable`, and is then as it was before. It waits for the disk.
    public func add(_ identity: ClientIdentity, overwrite: Bool = false) throws(IdentityImportError) {
        let key = ClientIdentitySelector.key(of: identity)
        try change { selector throws(IdentityImportError) in
            guard overwrite || selector[key] == nil else {
                throw IdentityImportError(
                    .duplicateIdentity,
                    "\(identity.certificate.subject) has an identity in the store already; overwrite or remove it")
            }
            if let directory, selector[key] == nil, directory.isBroken(key) {
                throw IdentityImportError(
                    .storeNotWritable, "\(directory.path(key)) is no identity and is in the way; move it elsewhere")
            }
            try directory?.write(identity)
            selector.keep(identity)
        }
    }

    /// Forgets an identity and where it was chosen; connections that showed it are closed before the call returns.
    ///
    /// Throws `storeNotWritable` where its file cannot be deleted.
    public func remove(_ identity: ClientIdentity) async throws(IdentityImportError) {
        let key = ClientIdentitySelector.key(of: identity)
        let (origins, users) = try await changeAside { [directory] selector throws(IdentityImportError) in
            if selector[key] != nil { try directory?.remove(key) }
            let origins = selector.forget(key)
            if !origins.isEmpty { try directory?.write(selector.choices) }
            return origins
        }
        for user in users { await user.forget(identity, chosenFor: origins) }
    }

    /// Forgets every identity and every choice; throws `storeNotWritable` where a file cannot be deleted.
    public func removeAll() async throws(IdentityImportError) {
        // Another process may have added some.
        try await changeAside { _ in }
        for identity in identities { try await remove(identity) }
    }

    // MARK: choices

    /// The identity that was chosen for an origin; nil where none was or where it is gone.
    public func choice(for origin: Origin) -> ClientIdentity? {
        state.withLock { state in state.selector.choices[origin].flatMap { state.selector[$0] } }
    }

    /// Notes which identity of the store an origin uses from now on; nil forgets it. One that is not in the store is not noted.
    package func choose(_ identity: ClientIdentity?, for origin: Origin) async throws(IdentityImportError) {
        let key = identity.map { ClientIdentitySelector.key(of: $0) }
        guard state.withLock({ $0.selector.choices[origin] != key }) else { return }
        // What is forgotten is not offered again, whether or not that can be written down.
        try await changeAside(first: { if key == nil { $0.choices[origin] = nil } }) {
            [directory] selector throws(IdentityImportError) in
            selector.choices[origin] = key.flatMap { selector[$0] == identity ? $0 : nil }
            try directory?.write(selector.choices)
        }
    }

    /// Every choice whose identity is there.
    package var choices: [Origin: ClientIdentity] {
        state.withLock { state in state.selector.choices.compactMapValues { state.selector[$0] } }
    }

    /// Forgets every choice, for this run even where that cannot be written down; the identities stay.
    package func forgetChoices() async throws(IdentityImportError) {
        guard state.withLock({ !$0.selector.choices.isEmpty }) else { return }
        try await changeAside(first: { $0.choices = [:] }) { [directory] selector throws(IdentityImportError) in
            selector.choices = [:]
            try directory?.write(selector.choices)
        }
    }

    /// Tells a store of credentials when an identity is gone.
    func adopt(_ store: any ClientIdentityUser) {
        state.withLock { state in
            state.users.removeAll { $0.store == nil }
            state.users.append(User(store: store))
        }
    }

    // MARK: changes

    /// Changes what is kept, on top of what another process has written; nothing is changed where the body throws, but for what
    /// `first` does to this run.
    ///
    /// Gives what the body gives, and who is to hear of it.
    @discardableResult
    private func change<Value>(
        first: (inout ClientIdentitySelector) -> Void = { _ in },
        _ body: (inout ClientIdentitySelector) throws(IdentityImportError) -> Value
    ) throws(IdentityImportError) -> (Value, users: [any ClientIdentityUser]) {
        try turn.withLock { _ throws(IdentityImportError) in
            let known = state.withLock { state in
                first(&state.selector)
                return state.selector
            }
            guard let directory else {
                var selector = known
                let value = try body(&selector)
                return (value, keep(selector, problems: []))
            }
            return try directory.locked { () throws(IdentityImportError) in
                var (selector, problems) = try directory.load()
                let value = try body(&selector)
                return (value, keep(selector, problems: problems))
            }
        }
    }

    /// The same on a thread of its own where there is a disk to wait for.
    @discardableResult
    private func changeAside<Value: Sendable>(
        first: @escaping @Sendable (inout ClientIdentitySelector) -> Void = { _ in },
        _ body: @escaping @Sendable (inout ClientIdentitySelector) throws(IdentityImportError) -> Value
    ) async throws(IdentityImportError) -> (Value, users: [any ClientIdentityUser]) {
        guard directory != nil else { return try change(first: first, body) }
        let outcome = await NativeThread.value {
            [self] () -> Result<(Value, users: [any ClientIdentityUser]), IdentityImportError> in
            do throws(IdentityImportError) {
                return .success(try change(first: first, body))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw IdentityImportError(.storeNotWritable, "the system has no thread left") }
        return try outcome.get()
    }

    private func keep(_ selector: ClientIdentitySelector, problems: [Problem]) -> [any ClientIdentityUser] {
        state.withLock { state in
            state.selector = selector
            state.problems = problems
            return state.users.compactMap(\.store)
        }
    }
}

extension ClientIdentityStore: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["identities": identities.map { "\($0)" }]) }
}
