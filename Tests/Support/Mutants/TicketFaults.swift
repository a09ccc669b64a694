internal import GSSAPI
internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

/// Signs in with the client's ticket of its own accord where Negotiate is asked for, and takes what comes of it unchecked.
struct SigningInByItself: WireFault {
    /// The ticket cache; nil where the client has none.
    let cache: String?
    /// Whether the server is given a ticket to act for the person.
    var delegates = false
    /// Whether the ticket is bound to the certificate that the server has shown.
    var binds = true
    /// Which requests it does so for.
    var isWanted: @Sendable (HTTPRequest) -> Bool = { _ in true }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard let cache, request.httpCredentials == nil, answer.status == 401, isWanted(request),
            Challenge.challenges(in: answer.headers).contains(where: { $0.method == .negotiate }),
            let token = await token(for: request, after: answer, cache)
        else { return answer }
        let field = HeaderField("Authorization", "Negotiate \(token)")
        return try await wire.send(request.with { $0.headers.append(field) })
    }

    private func token(for request: HTTPRequest, after answer: HTTPResponse, _ cache: String) async -> String? {
        guard let origin = Origin(ofURL: request.url), let library = try? GSSLibrary.shared() else { return nil }
        let digest = binds && origin.isSecure ? answer.peerCertificates.first?.endPointDigest : nil
        let initiator = GSSInitiator(
            host: origin.host, source: .cache(cache), delegates: delegates,
            bindings: digest.map { .tlsServerEndPoint($0) }, library: library)
        guard let round = try? await initiator.step(nil), !round.token.isEmpty else { return nil }
        return Base64.encode(round.token)
    }
}

/// Sends a ticket that was refused again and again.
struct SendingTicketAgain: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        guard request.hasTicket, answer.status == 401 else { return answer }
        for _ in 0..<3 { _ = try await wire.send(request) }
        return answer
    }
}

/// Sends each request without its ticket first, and with it once that is asked for.
struct WaitingToBeAsked: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard request.hasTicket else { return try await wire.send(request) }
        let answer = try await wire.send(request.without("Authorization"))
        return answer.status == 401 ? try await wire.send(request) : answer
    }
}

extension HTTPRequest {
    /// Whether it carries a token of Negotiate.
    fileprivate var hasTicket: Bool {
        headers.first(named: "Authorization")?.lowercased().hasPrefix("negotiate ") == true
    }
}
