internal import Dispatch
internal import HTTPSemantics
public import JSONValues

/// The control API: its own port over plain HTTP, so that no scenario's TLS can lock it out; it is never journaled.
///
/// Its URL is a capability: who knows it may read every password and steer the portal, and nothing answers without it.
public final class ControlServer: Sendable {
    /// Root of the API, ending in `/__mock`; it is a secret of this start.
    public let url: String
    private let listener: Listener
    let responder: ControlResponder
    let controlled: ControlledPortal

    /// What a name of a scenario or preset stands for.
    ///
    /// Throws what is wrong with the name, with the nearest one.
    public typealias Resolver = @Sendable (String) throws(BlueprintError) -> Blueprint

    /// What is said of a client by the traffic of a portal that serves a scenario; nil where there is no such scenario.
    public typealias Examiner = @Sendable (MockPortal, String) -> JSONValue

    /// Whether the traffic of a portal meets the lines of a call's body, as a JSON answer.
    ///
    /// Throws what is wrong with a line, with the nearest of what is allowed.
    public typealias Verifier = @Sendable (MockPortal, JSONValue) throws(DocumentError) -> JSONValue

    /// Is handed a portal that ended before the API did, replaced by another scenario or as a sandbox, and the name of what it served.
    ///
    /// It has been stopped and is handed over once, on the thread that ends it; the API keeps no hold of it.
    package typealias EndHandler = @Sendable (MockPortal, String) -> Void

    private init(listener: Listener, responder: ControlResponder, controlled: ControlledPortal) {
        url = controlled.url
        self.listener = listener
        self.responder = responder
        self.controlled = controlled
    }

    deinit { stop() }

    /// Starts the API of a running portal, which it may replace when another scenario is asked for.
    ///
    /// `examine` answers `verdict`, and `verify` answers `verify`, which are not there without them. `identities` are those whose files were written.
    /// Throws `addressInUse` or `cannotListen`.
    public static func start(
        for portal: MockPortal, scenario: String, nonce: String, caFile: String? = nil,
        identities: [ReadyDocument.Identity] = [], at address: ControlAddress = ControlAddress(),
        examine: Examiner? = nil, verify: Verifier? = nil, resolve: @escaping Resolver
    ) throws(MockPortalError) -> ControlServer {
        try start(
            for: portal, scenario: scenario, nonce: nonce, caFile: caFile, identities: identities, at: address,
            handingEndedTo: nil, examine: examine, verify: verify, resolve: resolve)
    }

    /// The same; `handleEnd` is handed the portals that are replaced and the sandboxes that end.
    package static func start(
        for portal: MockPortal, scenario: String, nonce: String, caFile: String? = nil,
        identities: [ReadyDocument.Identity] = [], at address: ControlAddress = ControlAddress(),
        handingEndedTo handleEnd: EndHandler?, examine: Examiner? = nil, verify: Verifier? = nil,
        resolve: @escaping Resolver
    ) throws(MockPortalError) -> ControlServer {
        let socket = try ListeningSocket.bind(address: address.bound, port: address.port)
        guard let origin = Origin(scheme: "http", host: address.shown, port: socket.port) else {
            throw MockPortalError(.cannotListen, "\(address.shown) cannot be the host of the control URL")
        }
        let resources = portal.options.resources
        let directory = ControlDirectory(base: "\(origin)", limits: resources, handingEndedTo: handleEnd)
        let controlled = ControlledPortal(
            portal: portal, scenario: scenario, directory: directory, nonce: nonce, caFile: caFile,
            identities: identities, examine: examine, verify: verify, resolve: resolve)
        let responder = ControlResponder(directory, at: address)
        let listener = try Listener(
            socket, facts: ListenerFacts(name: "control", origin: origin),
            limits: .control(connections: resources.controlConnections), recorder: nil, clock: PortalClock(),
            responder: responder)
        return ControlServer(listener: listener, responder: responder, controlled: controlled)
    }

    /// The portal that is served now.
    public var portal: MockPortal { controlled.portal }

    /// The portal's description for the program that started it.
    public var ready: ReadyDocument { controlled.ready }

    /// Ends the API and every sandbox, but not the portal; later calls do nothing.
    public func stop() {
        // They must have let go of their connections before their daemon ends.
        controlled.directory.streams.stop()
        responder.stop()
        listener.stop()
        // After whatever change is under way.
        responder.changes.sync { controlled.endSandboxes() }
    }
}
