internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

/// Sends one token where another belongs, or where none does.
final class MixingTokens: WireFault {
    enum Way: Sendable {
        /// Every server gets the token that was issued for a password.
        case portalsToServers
        /// A host gets the first token that was sent to it with every request.
        case firstOfHost
    }
    private let way: Way
    private let tokens = Locked<[String: String]>([:])

    init(_ way: Way) { self.way = way }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        switch way {
        case .portalsToServers:
            let token = tokens.withLock { $0["portal"] }
            let isServers = request.path.contains("/rest/services")
            let answer = try await wire.send(token.map { isServers ? request.carrying($0) : request } ?? request)
            if request.isGenerate, request.field("username") != nil, let issued = answer.document?["token"]?.string {
                tokens.withLock { $0["portal"] = $0["portal"] ?? issued }
            }
            return answer
        case .firstOfHost:
            guard let host = Origin(ofURL: request.url)?.description, !request.isGenerate else {
                return try await wire.send(request)
            }
            if let text = request.tokenText { tokens.withLock { $0[host] = $0[host] ?? text } }
            let token = tokens.withLock { $0[host] }
            return try await wire.send(token.map(request.carrying) ?? request)
        }
    }
}

/// Exchanges the portal's token once more before every second request to a server.
final class ExchangingAgain: WireFault {
    private let last = Locked<(exchange: HTTPRequest?, count: Int)>((nil, 0))

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if request.isGenerate, request.field("serverUrl") != nil { last.withLock { $0.exchange = request } }
        guard request.path.contains("/rest/services"), request.carriesToken else { return try await wire.send(request) }
        let again = last.withLock { last in
            last.count += 1
            return last.count > 1 ? last.exchange : nil
        }
        if let again { _ = try await wire.send(again) }
        return try await wire.send(request)
    }
}

extension HTTPRequest {
    /// The same with a token in the header, in place of any other.
    fileprivate func carrying(_ token: String) -> HTTPRequest {
        withoutToken.with { $0.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(token)")) }
    }
}
