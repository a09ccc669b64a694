internal import HTTPSemantics
internal import Platform
internal import PortalTransport

/// Asks again without the token that was refused.
struct FallingBack: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.carriesToken, !request.isGenerate, answer.envelopeCode == 498 || answer.status == 498 else {
            return answer
        }
        return try await wire.send(request.withoutToken)
    }
}

/// Answers from memory what a portal says of itself.
final class RememberingPortal: WireFault {
    private let answers = Locked<[String: HTTPResponse]>([:])

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard request.path.hasSuffix("/portals/self") else { return try await wire.send(request) }
        if let known = answers.withLock({ $0[request.url] }) { return known }
        let answer = try await wire.send(request)
        if answer.envelopeCode == nil, answer.status == 200 { answers.withLock { $0[request.url] = answer } }
        return answer
    }
}

/// Leaves the referer out of a request that was refused before.
final class LosingReferer: WireFault {
    private let refused = Locked<Set<String>>([])

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let isReplay = refused.withLock { $0.contains(request.bare) }
        let answer = try await wire.send(isReplay ? request.without("Referer") : request)
        if answer.envelopeCode == 498 || answer.status == 498 { refused.withLock { _ = $0.insert(request.bare) } }
        return answer
    }
}
