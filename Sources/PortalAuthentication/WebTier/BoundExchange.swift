internal import GSSAPI
internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

/// One request whose sign-in belongs to its connection: NTLM's three legs, or the rounds of Negotiate.
struct BoundExchange: Sendable {
    let connection: ConnectionSender
    let request: WireRequest
    let origin: Origin
    let lanes: ConnectionLanes
    let core: ClientCore

    /// Tokens that are sent in one sign-in, and sign-ins that are begun anew, at most.
    private static let mostRounds = 6
    private static let mostAttempts = 3

    // MARK: NTLM

    /// Sends a request as a user: bare on a connection that is signed in, else after a sign-in on it (MS-NTHT §3.1).
    func send(
        as user: NTLMUser, on lane: inout ConnectionLanes.Lane
    ) async throws(PortalError) -> HTTPResponse {
        if let response = try await resumed(on: &lane) { return response }
        for _ in 0..<Self.mostAttempts {
            // The first leg brings no body: it is refused in any case (as curl and browsers do).
            let first = withoutBody
            let offer = try await connection.send(
                first, authorization: Secret("NTLM \(Base64.encode(NTLMAnswer.negotiate))"), lane: lane.id)
            guard offer.status == 401 else {
                guard request.body != nil || !request.pieces.isEmpty else { return offer }
                return try await bare(on: lane)
            }
            let message = try answer(to: offer, as: user)
            do throws(PortalError) {
                let response = try await connection.send(
                    request, authorization: message.reveal { Secret("NTLM \(Base64.encode($0))") }, lane: lane.id,
                    needsKeptConnection: true)
                lane.isSignedIn = response.status != 401
                return response
            } catch  where error.isOfLostConnection { continue }
        }
        throw refusal(
            "the server, or what stands before it, closes the connection between the messages of an NTLM sign-in, "
                + "which belongs to one connection; have it keep connections alive")
    }

    /// The third message to the second one.
    private func answer(to offer: HTTPResponse, as user: NTLMUser) throws(PortalError) -> Secret<[UInt8]> {
        guard let token = token(of: .ntlm, in: offer) else {
            throw refusal("the server asks for NTLM, and answers its first message without a challenge")
        }
        let challenge: NTLMChallenge
        do throws(NTLMChallenge.Problem) {
            challenge = try NTLMChallenge(token)
        } catch {
            throw refusal(error.description)
        }
        return NTLMAnswer.authenticate(
            user, answering: challenge,
            NTLMAnswer.Circumstances(
                target: "HTTP/\(origin.host)",
                channelBindings: offer.endPointDigest.map { GSSChannelBindings.tlsServerEndPoint($0).applicationData },
                clientChallenge: randomBytes(8), now: core.time.now().milliseconds))
    }

    private var withoutBody: WireRequest {
        var first = request
        if first.body != nil || !first.pieces.isEmpty { first.body = [] }
        first.pieces = []
        return first
    }

    // MARK: Negotiate

    /// Sends a request with a ticket; an answer whose sender does not prove itself is refused (RFC 4559 §4.1).
    func send(
        with ticket: KerberosTicket, on lane: inout ConnectionLanes.Lane
    ) async throws(PortalError) -> HTTPResponse {
        if let response = try await resumed(on: &lane) { return response }
        var attempt = 1
        while true {
            let bound = origin.isSecure ? lanes.endPointDigest : nil
            let response: HTTPResponse
            do throws(PortalError) {
                response = try await rounds(with: ticket, boundTo: bound, on: &lane)
            } catch  where error.isOfLostConnection && attempt < Self.mostAttempts {
                attempt += 1
                continue
            }
            let shown = response.endPointDigest
            // The connection may be with a server of another certificate than the one that asked.
            if response.status == 401, shown != bound, attempt < Self.mostAttempts {
                lanes.endPointDigest = shown
                attempt += 1
                continue
            }
            lanes.endPointDigest = shown
            return response
        }
    }

    private func rounds(
        with ticket: KerberosTicket, boundTo digest: [UInt8]?, on lane: inout ConnectionLanes.Lane
    ) async throws(PortalError) -> HTTPResponse {
        let exchange = try NegotiateExchange(
            host: origin.host, ticket: ticket, caches: core.ticketCaches, endPointDigest: digest)
        var step = try await exchange.next(nil)
        for round in 0..<Self.mostRounds {
            guard let token = step.token else { throw unproven() }
            let response = try await connection.send(
                request, authorization: Secret("Negotiate \(token)"), lane: lane.id, needsKeptConnection: round > 0)
            let reply = self.token(of: .negotiate, in: response)
            guard response.status == 401 else {
                if !step.isComplete, let reply {
                    do throws(PortalError) {
                        step = try await exchange.next(reply)
                    } catch  where error.isOfTicket {
                        // A token that is false proves as little as none: such a server gets no other credentials either.
                        throw unproven()
                    }
                }
                guard step.isComplete else { throw unproven() }
                lane.isSignedIn = response.headers.first(named: "Persistent-Auth")?.lowercased() == "true"
                return response
            }
            guard let reply, !step.isComplete else { return response }
            step = try await exchange.next(reply)
            guard step.token != nil else { return response }
        }
        throw refusal("the server asks for more than \(Self.mostRounds) rounds of Negotiate", .kerberosRefused)
    }

    private func unproven() -> PortalError {
        refusal(
            "\(origin) took the Kerberos ticket and has not proved that it is HTTP@\(origin.host): its answer is not used; it, or "
                + "what stands before it, has to pass on the token of its last WWW-Authenticate",
            .mutualAuthenticationMissing)
    }

    // MARK: both

    /// Sends the request bare on a connection that is signed in; nil where it is signed in no more, or gone.
    private func resumed(on lane: inout ConnectionLanes.Lane) async throws(PortalError) -> HTTPResponse? {
        guard lane.isSignedIn else { return nil }
        lane.isSignedIn = false
        do throws(PortalError) {
            let response = try await connection.send(
                request, authorization: nil, lane: lane.id, needsKeptConnection: true)
            guard response.status != 401 else { return nil }
            lane.isSignedIn = true
            return response
        } catch  where error.isOfLostConnection {
            return nil
        }
    }

    private func bare(on lane: ConnectionLanes.Lane) async throws(PortalError) -> HTTPResponse {
        try await connection.send(request, authorization: nil, lane: lane.id)
    }

    /// The token that a scheme's challenge has; nil for none, and for what is no Base64.
    private func token(of method: AuthenticationMethod, in response: HTTPResponse) -> [UInt8]? {
        for challenge in Challenge.challenges(in: response.headers) where challenge.method == method {
            if let token = challenge.token68.flatMap({ Base64.decode($0) }), !token.isEmpty { return token }
        }
        return nil
    }

    private func refusal(_ words: String, _ code: PortalError.Code = .ntlmRefused) -> PortalError {
        PortalError(code, url: request.url, detail: words)
            .asked(by: ProtectionSpace(origin: origin, method: code == .ntlmRefused ? .ntlm : .negotiate))
    }
}

extension PortalError {
    /// Whether the connection that a sign-in began on was gone.
    fileprivate var isOfLostConnection: Bool { (underlying as? TransportError)?.code == .connectionNotKept }
}

extension HTTPResponse {
    /// The digest of the certificate that the server showed (RFC 5929 §4.1); nil over plain HTTP.
    var endPointDigest: [UInt8]? {
        peerCertificates.first.flatMap { $0.endPointDigest.isEmpty ? nil : $0.endPointDigest }
    }
}
