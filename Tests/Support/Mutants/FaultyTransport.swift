package import HTTPSemantics
package import PortalTransport

/// One way in which a client can be wrong on the wire.
package protocol WireFault: Sendable {
    /// Sends a request as the faulty client would.
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse
    /// What the faulty client makes of a trust decision.
    func trust(_ decisions: TrustDecisions) -> TrustDecisions
    /// Whether connections are closed when they should no longer be used.
    var retiresConnections: Bool { get }
}

extension WireFault {
    package func trust(_ decisions: TrustDecisions) -> TrustDecisions { decisions }
    package var retiresConnections: Bool { true }
}

/// A transport with a fault planted in it.
package struct FaultyTransport: HTTPTransport {
    private let wire: any HTTPTransport
    private let fault: any WireFault

    package init(_ wire: any HTTPTransport, _ fault: any WireFault) {
        self.wire = wire
        self.fault = fault
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await fault.send(request, over: wire)
    }

    package func retireConnections(to origin: Origin?) async {
        if fault.retiresConnections { await wire.retireConnections(to: origin) }
    }

    package func setTrust(_ trust: TrustDecisions) async {
        let changed = fault.trust(trust)
        // A decision that is the same as before closes no connection.
        if fault.retiresConnections || changed == trust { await wire.setTrust(changed) }
    }
}
