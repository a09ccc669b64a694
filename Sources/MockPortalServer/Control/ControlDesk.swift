internal import HTTPAuthentication
internal import Locking
internal import TLSIdentity

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What the control API governs: one portal, and for the root the sandboxes beside it.
final class ControlDesk: Sendable {
    let url: String
    let nonce: String
    let caFile: String?
    let identities: [ReadyDocument.Identity]
    let examine: ControlServer.Examiner?
    let resolve: ControlServer.Resolver
    private let state: Locked<State>

    private struct State {
        var portal: MockPortal
        var scenario: String
        var sandboxes: [String: ControlDesk] = [:]
        var lastSandbox = 0
    }

    init(
        portal: MockPortal, scenario: String, url: String, nonce: String, caFile: String?,
        identities: [ReadyDocument.Identity], examine: ControlServer.Examiner?,
        resolve: @escaping ControlServer.Resolver
    ) {
        self.url = url
        self.nonce = nonce
        self.caFile = caFile
        self.identities = identities
        self.examine = examine
        self.resolve = resolve
        state = Locked(State(portal: portal, scenario: scenario))
    }

    /// The portal that is governed.
    var portal: MockPortal { state.withLock { $0.portal } }

    /// The name of what it serves.
    var scenario: String { state.withLock { $0.scenario } }

    /// The portal's description.
    var ready: ReadyDocument {
        ReadyDocument(
            portal, scenario: scenario, controlURL: url, caFile: caFile, identities: identities, pid: getpid(),
            nonce: nonce)
    }

    /// Serves another blueprint at the same URL; accounts that stay keep their passwords.
    func change(to blueprint: Blueprint, scenario: String) throws(MockPortalError) {
        let old = portal
        var blueprint = blueprint
        for account in old.accounts where blueprint.passwords[account.username] == nil {
            blueprint.passwords[account.username] = account.password
        }
        var options = old.options
        options.port = old.port
        old.stop()
        do throws(MockPortalError) {
            let new = try MockPortal.start(blueprint, options: options, pki: old.pki)
            state.withLock { state in
                state.portal = new
                state.scenario = scenario
            }
        } catch {
            // The old one takes its place again, on the port that it had.
            let restored = try MockPortal.start(old.blueprint, options: options, pki: old.pki)
            state.withLock { $0.portal = restored }
            throw error
        }
    }
}

extension ControlDesk {
    /// Starts an isolated portal beside this one, with its own port, state, clock and journal.
    func openSandbox(_ blueprint: Blueprint, scenario: String) throws(MockPortalError) -> (
        id: String, desk: ControlDesk
    ) {
        var options = portal.options
        options.port = 0
        options.httpPort = options.httpPort == nil ? nil : 0
        let sandbox = try MockPortal.start(blueprint, options: options, pki: portal.pki)
        return state.withLock { state in
            state.lastSandbox += 1
            let id = String(state.lastSandbox)
            let desk = ControlDesk(
                portal: sandbox, scenario: scenario, url: "\(url)/sandboxes/\(id)", nonce: nonce, caFile: caFile,
                identities: identities, examine: examine, resolve: resolve)
            state.sandboxes[id] = desk
            return (id, desk)
        }
    }

    /// A sandbox by its identifier.
    func sandbox(_ id: String) -> ControlDesk? { state.withLock { $0.sandboxes[id] } }

    /// The identifiers of all sandboxes, in the order in which they were opened.
    var sandboxes: [String] {
        state.withLock { $0.sandboxes.keys.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) } }
    }

    /// Ends a sandbox; false where there is none.
    func endSandbox(_ id: String) -> Bool {
        guard let desk = state.withLock({ $0.sandboxes.removeValue(forKey: id) }) else { return false }
        desk.portal.stop()
        return true
    }

    /// Ends all sandboxes.
    func endSandboxes() {
        for id in sandboxes { _ = endSandbox(id) }
    }
}
