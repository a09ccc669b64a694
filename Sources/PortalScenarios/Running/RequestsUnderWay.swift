internal import HTTPSemantics
internal import MockPortalServer
internal import PortalTransport
internal import Synchronization

/// The requests that a client has sent and has no answer to.
final class RequestsUnderWay: Sendable {
    private let counter = Atomic(0)
    private let heldBackCount: @Sendable () -> Int

    init(to portal: MockPortal) { heldBackCount = { portal.heldBackCount } }

    /// The same where something else says how many are held back.
    init(heldBackCount: @escaping @Sendable () -> Int) { self.heldBackCount = heldBackCount }

    /// How many of them the portal does not hold back: those that wait for a scheduler, and those on their way.
    var count: Int { counter.load(ordering: .relaxed) - heldBackCount() }

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
