import HTTPAuthentication
import PortalTransport

/// One way in which a client can be wrong on the wire.
protocol WireFault: Sendable {
    /// Sends a request as the faulty client would.
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse
    /// What the faulty client makes of a trust decision.
    func trust(_ decisions: TrustDecisions) -> TrustDecisions
}

extension WireFault {
    func trust(_ decisions: TrustDecisions) -> TrustDecisions { decisions }
}

/// A transport with a fault planted in it.
struct FaultyTransport: HTTPTransport {
    private let wire: any HTTPTransport
    private let fault: any WireFault

    init(_ wire: any HTTPTransport, _ fault: any WireFault) {
        self.wire = wire
        self.fault = fault
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await fault.send(request, over: wire)
    }

    func retireConnections(to origin: Origin?) async { await wire.retireConnections(to: origin) }

    func setTrust(_ trust: TrustDecisions) async { await wire.setTrust(fault.trust(trust)) }
}
