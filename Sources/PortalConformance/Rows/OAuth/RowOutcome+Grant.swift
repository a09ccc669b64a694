internal import JSONValues

extension RowOutcome {
    /// The request for a token and what both sides owe each other there; nil where the rest cannot be judged.
    mutating func expectGrant(_ type: String, in client: RowClient) -> WireExchange? {
        let grants = client.own.filter { $0.endpoint == .oauthToken }.admitted
        guard let grant = grants.first else {
            self.client(
                "R7", "no-grant", "it asks for no token", expected: "POST oauth2/token with grant_type=\(type)",
                at: client.own.last)
            return nil
        }
        if grant.formValue("grant_type") != type {
            self.client("R7", "grant-type", "it asks with another grant", expected: "grant_type=\(type)", at: grant)
        }
        // After a refusal a renewal is the client's right.
        if grants.count > 1, !client.own.contains(where: { $0.headerToken != nil && $0.code == 498 }) {
            self.client("R25", "grants", "it asks for \(grants.count) tokens", expected: "one", at: grants.last)
        }
        guard grant.isSuccess, grant.document?["access_token"]?.string != nil else {
            if let word = grant.envelope?["error"], word.string == nil {
                portal(
                    Endpoint.oauthToken.source, "error-word",
                    "its error object names the OAuth error in another form than a text", at: grant)
            } else if grant.envelope == nil, grant.document?["error"]?.string != nil {
                portal(
                    Endpoint.oauthToken.source, "error-form",
                    "its error is a text at the top, not an object with a code", at: grant)
            } else if !grant.isSuccess {
                notJudged = "the portal refuses what the profile has: \(grant.line)"
            }
            return nil
        }
        for exchange in client.own where exchange.endpoint == .portalSelf && exchange.number > grant.number {
            let issued = grants.last { $0.number < exchange.number && $0.isSuccess } ?? grant
            if exchange.headerToken != issued.document?["access_token"]?.string {
                self.client("R3", "no-token", "it does not send the token that was issued", at: exchange)
            }
        }
        return grant
    }
}
