internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// What one capability of the control API governs: a portal, and the sandboxes that were started beside it.
///
/// Its changes are made one after the other.
final class ControlledPortal: Sendable {
    /// Its control URL, a capability: a caller that knows it may do everything that is done here.
    let url: String
    let nonce: String
    let caFile: String?
    let identities: [ReadyDocument.Identity]
    let examine: ControlServer.Examiner?
    let verify: ControlServer.Verifier?
    let resolve: ControlServer.Resolver
    /// All desks of the control API; this one is among them.
    let directory: ControlDirectory
    private let state: Locked<State>

    private struct State {
        var portal: MockPortal
        var scenario: String
        var sandboxes: [String: ControlledPortal] = [:]
        var lastSandbox = 0
        var isOver = false
    }

    init(
        portal: MockPortal, scenario: String, directory: ControlDirectory, nonce: String, caFile: String?,
        identities: [ReadyDocument.Identity], examine: ControlServer.Examiner?,
        verify: ControlServer.Verifier? = nil, resolve: @escaping ControlServer.Resolver
    ) {
        self.directory = directory
        let capability = ControlCapability()
        url = directory.url(capability)
        self.nonce = nonce
        self.caFile = caFile
        self.identities = identities
        self.examine = examine
        self.verify = verify
        self.resolve = resolve
        state = Locked(State(portal: portal, scenario: scenario))
        directory.add(self, behind: capability)
    }

    /// The portal that is governed.
    var portal: MockPortal { state.withLock { $0.portal } }

    /// The portal for those who follow it; nil once it has ended.
    var watchedPortal: MockPortal? { state.withLock { $0.isOver ? nil : $0.portal } }

    /// The name of what it serves.
    var scenario: String { state.withLock { $0.scenario } }

    /// The portal's description.
    var ready: ReadyDocument {
        ReadyDocument(
            portal, scenario: scenario, controlURL: url, caFile: caFile, identities: identities, pid: getpid(),
            nonce: nonce)
    }

    /// Serves another blueprint at the same URL; the world's accounts keep their passwords, those that clients made end with
    /// the old content. Where that fails, the portal stays as it is. Throws `stopped` where it has ended as a sandbox: a call may have
    /// waited behind the one that ended it.
    func change(to blueprint: Blueprint, scenario: String) throws(MockPortalError) {
        let (old, served, isOver) = state.withLock { ($0.portal, $0.scenario, $0.isOver) }
        guard !isOver else { throw MockPortalError(.stopped, "the portal has ended, and serves no other scenario") }
        var blueprint = blueprint
        blueprint.servedAs = scenario
        for account in old.accounts where old.initialPasswords[account.username] != nil {
            guard blueprint.passwords[account.username] == nil else { continue }
            blueprint.passwords[account.username] = account.password
        }
        let new = try old.replaced(by: blueprint)
        state.withLock { state in
            state.portal = new
            state.scenario = scenario
        }
        directory.handleEnd?(old, served)
        // Who follows the traffic learns that it goes on elsewhere.
        new.options.bell?.ring()
    }
}

extension ControlledPortal {
    /// Starts an isolated portal beside this one, with its own port, state, clock, journal and control URL.
    ///
    /// Throws `limit` where there are as many as there may be, and what starting throws.
    func openSandbox(_ blueprint: Blueprint, scenario: String) throws(MockPortalError) -> (
        id: String, controlled: ControlledPortal
    ) {
        guard directory.takeSandbox() else {
            throw MockPortalError(
                .limit, "there are \(directory.limits.sandboxes) sandboxes; end one with DELETE sandboxes/<id> first")
        }
        guard directory.hasSpareDescriptors else {
            directory.giveSandboxBack()
            throw directory.descriptorShortage
        }
        var options = portal.options
        options.port = 0
        options.bell = nil
        options.httpPort = options.httpPort == nil ? nil : 0
        options.standIn?.proxyPort = 0
        var blueprint = blueprint
        blueprint.servedAs = scenario
        let sandbox: MockPortal
        do throws(MockPortalError) {
            sandbox = try MockPortal.start(blueprint, options: options, pki: portal.pki)
        } catch {
            directory.giveSandboxBack()
            throw error
        }
        // How many it takes depends on what it serves.
        guard directory.hasSpareDescriptors else {
            sandbox.stop()
            directory.giveSandboxBack()
            throw directory.descriptorShortage
        }
        let controlled = ControlledPortal(
            portal: sandbox, scenario: scenario, directory: directory, nonce: nonce, caFile: caFile,
            identities: identities, examine: examine, verify: verify, resolve: resolve)
        let id: String? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.lastSandbox += 1
            state.sandboxes[String(state.lastSandbox)] = controlled
            return String(state.lastSandbox)
        }
        guard let id else {
            controlled.endAsSandbox()
            throw MockPortalError(.stopped, "the control API is being stopped")
        }
        return (id, controlled)
    }

    /// A sandbox by its identifier.
    func sandbox(_ id: String) -> ControlledPortal? { state.withLock { $0.sandboxes[id] } }

    /// The identifiers of all sandboxes, in the order in which they were opened.
    var sandboxes: [String] {
        state.withLock { $0.sandboxes.keys.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) } }
    }

    /// Ends a sandbox; false where there is none.
    func endSandbox(_ id: String) -> Bool {
        guard let controlled = state.withLock({ $0.sandboxes.removeValue(forKey: id) }) else { return false }
        controlled.endAsSandbox()
        return true
    }

    /// Ends all sandboxes, and those that they have started; no further one is taken.
    func endSandboxes() {
        state.withLock { $0.isOver = true }
        for id in sandboxes { _ = endSandbox(id) }
    }

    private func endAsSandbox() {
        directory.remove(self)
        endSandboxes()
        directory.streams.wake()
        let (portal, scenario) = state.withLock { ($0.portal, $0.scenario) }
        portal.stop()
        directory.handleEnd?(portal, scenario)
        directory.giveSandboxBack()
    }
}
