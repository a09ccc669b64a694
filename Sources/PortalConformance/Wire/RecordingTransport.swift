package import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
package import PortalTransport

/// Keeps every request and answer that crosses the seam between client and wire, and lets nothing through that could write.
package final class RecordingTransport: HTTPTransport {
    private struct State {
        var exchanges: [WireExchange] = []
        var isProbing = false
        var refused: [Int] = []
    }
    private let transport: any HTTPTransport
    private let began = ContinuousClock.now
    private let room: AnswerRoom
    private let state = Locked(State())

    /// Records what goes through a transport, as long as there is room.
    init(_ transport: any HTTPTransport, keepingIn room: AnswerRoom) {
        self.transport = transport
        self.room = room
    }

    /// What crossed so far, in the order in which requests began.
    package var exchanges: [WireExchange] { state.withLock { $0.exchanges } }

    /// The numbers of requests that would have written and were held back.
    package var heldBack: [Int] { state.withLock { $0.refused } }

    /// Runs a body whose requests are the run's own.
    package func probing<Result: Sendable>(_ body: () async -> Result) async -> Result {
        state.withLock { $0.isProbing = true }
        defer { state.withLock { $0.isProbing = false } }
        return await body()
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let isAllowed = ReadOnlyRule.admits(request)
        let moment = elapsed
        let clock = SystemTimeSource().now().milliseconds
        let index = state.withLock { state in
            let number = state.exchanges.count + 1
            state.exchanges.append(
                WireExchange(number: number, began: moment, moment: clock, request: request, isProbe: state.isProbing))
            if !isAllowed { state.refused.append(number) }
            return number - 1
        }
        do throws(TransportError) {
            guard isAllowed else {
                throw TransportError(
                    .malformedRequest, url: "", detail: "held back: a conformance run sends nothing that could write")
            }
            let response = try await transport.send(request)
            guard room.take(response.body.count) else {
                throw TransportError(
                    .responseTooLarge, url: "",
                    detail: "the answers of this run take more than \(AnswerRoom.most >> 20) MiB together")
            }
            finish(index) { $0.response = response }
            return response
        } catch {
            finish(index) { $0.error = error }
            throw error
        }
    }

    package func retireConnections(to origin: Origin?) async { await transport.retireConnections(to: origin) }

    package func setTrust(_ trust: TrustDecisions) async { await transport.setTrust(trust) }

    private func finish(_ index: Int, _ change: (inout WireExchange) -> Void) {
        let moment = elapsed
        state.withLock { state in
            change(&state.exchanges[index])
            state.exchanges[index].ended = moment
        }
    }

    private var elapsed: Double {
        let parts = (ContinuousClock.now - began).components
        return Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
    }
}

extension RecordingTransport: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What may be sent to a portal that is not ours: questions, and requests for tokens.
enum ReadOnlyRule {
    /// The last segments of the endpoints that answer a POST with a token, or end one
    /// (developers.arcgis.com/rest/users-groups-and-items › generate-token, token, revoke-token; ArcGIS Server's `tokens`).
    private static let tokenEndpoints: Set<String> = ["generatetoken", "tokens", "token", "revoketoken"]

    static func admits(_ request: HTTPRequest) -> Bool {
        switch request.method {
        case "GET", "HEAD": return true
        case "POST":
            let path = request.url.prefix { $0 != "?" && $0 != "#" }
            return path.split(separator: "/").last.map { tokenEndpoints.contains($0.lowercased()) } ?? false
        default: return false
        }
    }
}
