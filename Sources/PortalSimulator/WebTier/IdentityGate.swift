internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// Lets through who brings an ID token in `Authorization: Bearer`, and sends everybody else to sign in, as Microsoft Entra application
/// proxy does with requests that it cannot authenticate.
struct IdentityGate {
    let rules: Blueprint.IdentityProxy
    let site: PortalSite

    /// What becomes of a request.
    struct Outcome {
        /// The token by alias, `unknown` where this portal did not issue it; nil where none was sent.
        let alias: String?
        let decision: Journal.Decision
        /// Where the request ends here.
        let refusal: PreparedAnswer?
    }

    func decide(_ request: borrowing IncomingRequest) -> Outcome {
        guard let text = Self.bearer(request.header("Authorization")) else {
            return refused(nil, "no ID token was sent")
        }
        guard let token = site.state.withLock({ $0.identity.tokens[text] }) else {
            return refused("unknown", "the ID token was never issued here")
        }
        if token.isEnded { return refused(token.alias, "\(token.alias) ended when its user signed out") }
        guard request.portalTime < token.expires else { return refused(token.alias, "\(token.alias) has expired") }
        if let users = rules.users, !users.contains(token.user) {
            let page = HTMLPage.page(title: "403 Forbidden", body: "<h1>This corporate app can't be accessed</h1>")
            let response = PreparedAnswer(
                status: 403, headers: [HeaderField("Content-Type", "text/html;charset=utf-8")] + HTMLPage.headers,
                body: Array(page.utf8))
            return Outcome(
                alias: token.alias,
                decision: .init(
                    gate: "identity", passed: false, reason: "\(token.user) is not assigned to the application"),
                refusal: response)
        }
        return Outcome(
            alias: token.alias,
            decision: .init(gate: "identity", passed: true, reason: "\(token.alias) stands for \(token.user)"),
            refusal: nil)
    }

    private func refused(_ alias: String?, _ reason: String) -> Outcome {
        let authority = site.addresses.hosts[rules.authority]?.description ?? ""
        let parameters = [
            ("client_id", rules.clientID), ("response_type", "code"), ("scope", "openid"),
            ("redirect_uri", rules.redirectURIs.first ?? site.addresses.portalURL),
        ]
        let query = parameters.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        let response = PreparedAnswer(
            status: 302,
            headers: [
                HeaderField("Location", IdentityRoutes.url("authorize", at: authority) + "?" + query),
                HeaderField("Cache-Control", "no-store"),
            ])
        return Outcome(
            alias: alias,
            decision: .init(gate: "identity", passed: false, reason: reason, cause: .identityToken), refusal: response)
    }

    private static func bearer(_ value: String?) -> String? {
        guard let value, value.utf8.count > 7, value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7).drop { $0 == " " })
    }
}
