package import HTTPSemantics
internal import Platform
package import PortalTransport

/// A transport without a network: a script answers, and everything that was sent is kept.
package final class ScriptedTransport: HTTPTransport {
    /// One request as it reached the wire.
    package struct Sent: Sendable, CustomStringConvertible {
        package let method: String
        package let url: String
        package let headers: [HeaderField]
        package let body: String
        /// What is offered where the server asks for a client certificate.
        package var identity: IdentityOffer = .none

        package var path: String { String(url.prefix { $0 != "?" }) }
        package var query: String { url.firstIndex(of: "?").map { String(url[url.index(after: $0)...]) } ?? "" }
        package func header(_ name: String) -> String? { headers.first(named: name) }
        /// The token in the header of portals.
        package var token: String? { header("X-Esri-Authorization").map { String($0.dropFirst("Bearer ".count)) } }
        /// The decoded fields of a form.
        package var form: [String: String] { Self.fields(body) }
        /// The decoded fields of the query.
        package var queryFields: [String: String] { Self.fields(query) }
        private static func fields(_ text: String) -> [String: String] {
            Dictionary(FormURLEncoded.fields(of: text).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        }
        package var description: String { "\(method) \(path)" + (token.map { " +\($0)" } ?? "") }
    }
    package typealias Script = @Sendable (Sent) async throws(TransportError) -> HTTPResponse

    private struct State {
        package var sent: [Sent] = []
        package var trust = TrustDecisions()
        package var retirements = 0
        package var retired: [Origin] = []
        package var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Locked(State())
    private let script: Script

    package init(_ script: @escaping Script) { self.script = script }

    package var sent: [Sent] { state.withLock { $0.sent } }
    package var lines: [String] { sent.map(\.description) }
    package var trust: TrustDecisions { state.withLock { $0.trust } }
    /// The origins whose connections were closed, in order.
    package var retired: [Origin] { state.withLock { $0.retired } }
    package var retirements: Int { state.withLock { $0.retirements } }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let sent = Sent(
            method: request.method, url: request.url, headers: request.headers,
            body: String(decoding: request.body ?? Self.bytes(of: request.pieces), as: UTF8.self),
            identity: request.identity)
        let ready = state.withLock { state in
            state.sent.append(sent)
            let count = state.sent.count
            let ready = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
        let response = try await script(sent)
        if Task.isCancelled { throw TransportError(.cancelled, url: sent.path, detail: "cancelled") }
        return response
    }

    /// The bytes of a body in pieces, without those of files.
    private static func bytes(of pieces: [BodyPiece]) -> [UInt8] {
        pieces.flatMap { piece in if case .bytes(let bytes) = piece { bytes } else { [UInt8]() } }
    }

    /// Returns once so many requests have been sent.
    package func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sent.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    package func retireConnections(to origin: Origin?) async {
        state.withLock { state in
            state.retirements += 1
            if let origin { state.retired.append(origin) }
        }
    }
    package func setTrust(_ trust: TrustDecisions) async { state.withLock { $0.trust = trust } }
}
