internal import HTTPAuthentication
public import JSONValues
internal import Locking

/// The control API: its own loopback port over plain HTTP, so that no scenario's TLS can lock it out; it is never journaled.
public final class ControlServer: Sendable {
    /// Root of the API, ending in `/__mock`.
    public let url: String
    private let listener: Listener
    let desk: ControlDesk

    /// What a name of a scenario or preset stands for.
    ///
    /// Throws what is wrong with the name, with the nearest one.
    public typealias Resolver = @Sendable (String) throws(BlueprintError) -> Blueprint

    /// What is said of a client by the traffic of a portal that serves a scenario; nil where there is no such scenario.
    public typealias Examiner = @Sendable (MockPortal, String) -> JSONValue

    private init(url: String, listener: Listener, desk: ControlDesk) {
        self.url = url
        self.listener = listener
        self.desk = desk
    }

    deinit { stop() }

    /// Starts the API of a running portal, which it may replace when another scenario is asked for.
    ///
    /// `examine` answers `/__mock/verdict`, which is not there without it. `identities` are those whose files were written. The port 0 picks a free one. Throws `addressInUse` or `cannotListen`.
    public static func start(
        for portal: MockPortal, scenario: String, nonce: String, caFile: String? = nil,
        identities: [ReadyDocument.Identity] = [], port: Int = 0,
        examine: Examiner? = nil, resolve: @escaping Resolver
    ) throws(MockPortalError) -> ControlServer {
        let socket = try ListeningSocket.bind(address: "127.0.0.1", port: port)
        guard let origin = Origin(scheme: "http", host: "127.0.0.1", port: socket.port) else {
            throw MockPortalError(.cannotListen, "the control API has no origin")
        }
        let url = "\(origin)/__mock"
        let desk = ControlDesk(
            portal: portal, scenario: scenario, url: url, nonce: nonce, caFile: caFile,
            identities: identities, examine: examine, resolve: resolve)
        var limits = ListenerLimits()
        limits.threads = 1
        let listener = try Listener(
            socket, facts: ListenerFacts(name: "control", origin: origin), limits: limits, recorder: nil,
            clock: PortalClock(), responder: ControlResponder(desk: desk))
        return ControlServer(url: url, listener: listener, desk: desk)
    }

    /// The portal that is served now.
    public var portal: MockPortal { desk.portal }

    /// The portal's description for whoever started it.
    public var ready: ReadyDocument { desk.ready }

    /// Ends the API and every sandbox, but not the portal; later calls do nothing.
    public func stop() {
        listener.stop()
        desk.endSandboxes()
    }
}
