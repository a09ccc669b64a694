import HTTPSemantics
import Platform
import PortalTransport
import Testing

@testable import MockPortalServer
@testable import PortalScenarios

@Suite struct `The order of answers` {
    /// Requests that are on their way until the test lets them go.
    private final class StandingTransport: HTTPTransport {
        private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
        let sent = Locked(0)

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0.append(continuation) }
                sent.withLock { $0 += 1 }
            }
            return HTTPResponse(status: 200, headers: [], body: [])
        }

        func end() { for continuation in waiting.withLock({ $0 }) { continuation.resume() } }
        func retireConnections(to origin: Origin?) async {}
        func setTrust(_ trust: TrustDecisions) async {}
    }

    @Test func `begins with all that the client has sent, however late the machine is with some of it`() async {
        let order = AnswerOrder([AnswerChoice(3), AnswerChoice(3)], mostWaits: .max)
        let wire = StandingTransport()
        let underWay = RequestsUnderWay(heldBackCount: { 0 })
        order.awaits(underWay)
        let transport = underWay.counting(wire)
        await withTaskGroup { group in
            for _ in 0..<6 {
                group.addTask { _ = try? await transport.send(HTTPRequest(method: "GET", url: "https://portal.test/")) }
            }
            while wire.sent.withLock({ $0 }) < 6 { await Task.yield() }
            let released = Locked<[String]>([])
            // The fifth and the sixth answer are ready late. The newest belongs before the others by its operation.
            for (number, operation) in ["b", "c", "c", "c", "c", "a"].enumerated() {
                #expect(released.withLock { $0 } == [], "before answer \(number + 1) is ready")
                order.ready(
                    ScheduledAnswer(operation: operation, connection: number) {
                        released.withLock { $0.append("\(operation)\(number)") }
                    })
            }
            #expect(released.withLock { $0 } == ["c2"])
            #expect(order.replay == [AnswerChoice(3, of: 4)])
            wire.end()
        }
    }
}
