internal import HTTPSemantics
internal import PortalJudge

extension AuthorizationRequest {
    /// Why an authorization goes no further.
    enum Refusal: Error {
        /// The redirect URI cannot be trusted: a page shows the error instead of a redirect (RFC 6749 §4.1.2.1).
        case page(error: String, message: String, cause: Journal.Cause)
        /// The application is told.
        case redirect(AuthorizationRedirect, error: String, description: String, cause: Journal.Cause)
    }

    /// Reads an authorization for one of some applications, by the rules of the server that signs users in.
    static func read(
        _ request: EndpointRequest, applications: [String: RegisteredApplication], rules: Blueprint.OAuth
    ) throws(Refusal) -> AuthorizationRequest {
        let names = ["client_id", "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method"]
        let repeated = names.first { request.isRepeated($0) }
        if let repeated, ["client_id", "redirect_uri"].contains(repeated) {
            throw .page(
                error: "invalid_request", message: "Invalid \(repeated): it was sent more than once", cause: .parameter)
        }
        // Nothing so long can be sent back, so that the person is told (RFC 6749 §4.1.2.1).
        for (name, bound) in [("state", TextBound.state), ("redirect_uri", .address)] {
            guard let problem = request[name].flatMap({ bound.problem($0) }) else { continue }
            throw .page(error: "invalid_request", message: "Invalid \(name): it \(problem)", cause: .parameter)
        }
        guard let client = request["client_id"], let application = applications[client] else {
            throw .page(error: "invalid_client_id", message: "Invalid client_id", cause: .application)
        }
        guard let uri = request["redirect_uri"], !uri.isEmpty else {
            throw .page(
                error: "invalid_request", message: "Invalid redirect_uri: redirect_uri not specified",
                cause: .redirectURI)
        }
        guard application.admits(uri), let redirect = RegisteredRedirect(uri) else {
            throw .page(error: "invalid_request", message: "Invalid redirect_uri", cause: .redirectURI)
        }
        let wanted = request["response_type"].flatMap { ResponseType(rawValue: $0) }
        let isStateWhole = repeated != "state" && !request.isDamaged("state")
        let back = AuthorizationRedirect(
            uri: uri, redirect: redirect, isInFragment: wanted == .token, state: isStateWhole ? request["state"] : nil)
        if let repeated {
            throw .redirect(
                back, error: "invalid_request", description: "\(repeated) was sent more than once",
                cause: .parameter)
        }
        guard isStateWhole else {
            throw .redirect(back, error: "invalid_request", description: "state is no UTF-8 text", cause: .parameter)
        }
        let username = request["prepopulatedusername"] ?? ""
        if let problem = TextBound.name.problem(username) {
            throw .redirect(
                back, error: "invalid_request", description: "prepopulatedusername \(problem)", cause: .parameter)
        }
        guard let wanted else {
            let error = request["response_type"] == nil ? "invalid_request" : "unsupported_response_type"
            throw .redirect(back, error: error, description: "response_type must be code or token", cause: .parameter)
        }
        return AuthorizationRequest(
            client: client, title: application.title, redirectURI: uri, redirect: redirect, response: wanted,
            state: request["state"], expiration: request["expiration"].flatMap { Int64($0) },
            proofKey: try proofKey(request, wanted, back, rules), hidesCancel: request["hideCancel"] == "true",
            username: username,
            theme: request["style"].flatMap { PrivatePage.Theme(rawValue: $0) } ?? .system)
    }

    /// The challenge, if one was sent (RFC 7636 §4.3, §4.4.1).
    private static func proofKey(
        _ request: EndpointRequest, _ wanted: ResponseType, _ back: AuthorizationRedirect, _ rules: Blueprint.OAuth
    ) throws(Refusal) -> ProofKey? {
        guard let challenge = request["code_challenge"], !challenge.isEmpty else {
            // Half a proof is a mistake, which would go unnoticed if it were let through.
            if let method = request["code_challenge_method"], !method.isEmpty {
                throw .redirect(
                    back, error: "invalid_request", description: "code_challenge_method without code_challenge",
                    cause: .challenge)
            }
            guard rules.pkce == .required, wanted == .code else { return nil }
            throw .redirect(
                back, error: "invalid_request", description: "code_challenge not specified", cause: .challenge)
        }
        guard ProofKey.isWellFormed(challenge) else {
            throw .redirect(
                back, error: "invalid_request",
                description: "code_challenge must be 43 to 128 letters, digits, '-', '.', '_' or '~'",
                cause: .challenge)
        }
        // RFC 7636 §4.3: an absent method is plain.
        switch request["code_challenge_method"] ?? "plain" {
        case "S256": return .s256(challenge)
        case "plain" where rules.plainPKCE == .accepted: return .plain(challenge)
        case "plain":
            throw .redirect(
                back, error: "invalid_request", description: "code_challenge_method must be S256", cause: .challenge)
        default:
            throw .redirect(
                back, error: "invalid_request", description: "transform algorithm not supported", cause: .challenge)
        }
    }
}

/// The way back to an application.
struct AuthorizationRedirect: Sendable {
    let uri: String
    let redirect: RegisteredRedirect
    /// Whether the answer stands behind a `#`, where no server sees it (RFC 6749 §4.2.2).
    let isInFragment: Bool
    let state: String?

    init(uri: String, redirect: RegisteredRedirect, isInFragment: Bool, state: String?) {
        self.uri = uri
        self.redirect = redirect
        self.isInFragment = isInFragment
        self.state = state
    }

    init(_ authorization: AuthorizationRequest) {
        self.init(
            uri: authorization.redirectURI, redirect: authorization.redirect,
            isInFragment: authorization.response == .token,
            state: authorization.state)
    }

    /// Sends the browser back with some parameters, and with the state as the blueprint treats it.
    func reply(_ parameters: [(String, String)], _ request: EndpointRequest) -> PortalReply {
        answer(parameters, request, treating: request.oauth.state)
    }

    /// The same, with a treatment of the state; providers always echo it.
    func answer(
        _ parameters: [(String, String)], _ request: EndpointRequest,
        treating treatment: Blueprint.OAuth.State = .echoed
    ) -> PortalReply {
        var parameters = parameters
        switch treatment {
        case .echoed: if let state { parameters.append(("state", state)) }
        case .altered: parameters.append(("state", (state ?? "") + "0"))
        case .dropped: break
        }
        let base = redirect.isOutOfBand ? request.site.addresses.portalURL + "/sharing/rest/oauth2/approval" : uri
        let mark = isInFragment ? "#" : !base.utf8.contains(UInt8(ascii: "?")) ? "?" : base.last == "?" ? "" : "&"
        let text = parameters.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        var reply = PortalReply(body: .redirect(status: 302, location: base + mark + text))
        reply.headers = PrivatePage.headers
        reply.isPrivate = true
        return reply
    }

    /// Tells the application why it gets nothing (RFC 6749 §4.1.2.1).
    func refusal(
        _ error: String, _ description: String, _ request: EndpointRequest, reason: String,
        cause: Journal.Cause? = nil
    ) -> PortalReply {
        var reply = reply([("error", error), ("error_description", description)], request)
        reply.notes.decisions.append(.init(gate: "oauth", passed: false, reason: reason, cause: cause))
        return reply
    }
}
