internal import HTTPAuthentication
internal import PortalTransport
internal import Synchronization

/// How many requests a client has sent and has no answer to.
final class RequestsUnderWay: Sendable {
    private let counter = Atomic(0)

    var count: Int { counter.load(ordering: .relaxed) }

    /// A transport whose requests are counted.
    func counting(_ transport: any HTTPTransport) -> any HTTPTransport {
        Counting(transport: transport, requests: self)
    }

    private struct Counting: HTTPTransport {
        let transport: any HTTPTransport
        let requests: RequestsUnderWay

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            requests.counter.wrappingAdd(1, ordering: .relaxed)
            defer { requests.counter.wrappingSubtract(1, ordering: .relaxed) }
            return try await transport.send(request)
        }

        func retireConnections(to origin: Origin?) async { await transport.retireConnections(to: origin) }
        func setTrust(_ trust: TrustDecisions) async { await transport.setTrust(trust) }
    }
}
