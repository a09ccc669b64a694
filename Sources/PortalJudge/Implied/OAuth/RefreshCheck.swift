/// A refused refresh token is not sent again, and no token is renewed while the last renewal is good.
enum RefreshCheck {
    /// Milliseconds of portal time within which no second renewal is needed while the new token is good.
    private static let moment: Int64 = 30_000

    private struct Key: Hashable {
        let text: String
        let grant: String
        let others: [String?]

        init(_ request: Journal.Request, _ text: String, _ grant: String) {
            self.text = text
            self.grant = grant
            others = ["client_id", "redirect_uri", "client_secret"].map { request.formValue($0) }
        }
    }

    /// Findings, and what a foreign client may do in a documented looser way.
    static func findings(_ evidence: Evidence) -> (failed: [Finding], loose: [Finding]) {
        var refused: [Key: Int] = [:]
        var renewals: [Key: Journal.Request] = [:]
        var refusedTokens: Set<String> = []
        var failed: [Finding] = []
        var loose: [Finding] = []
        for request in evidence.journal.requests {
            if evidence.journal.isRefused(request, with: [401, 403, 498]) {
                refusedTokens.formUnion(request.presented.map(\.alias))
            }
            guard request.isTokenEndpoint, let grant = request.formValue("grant_type"),
                let text = request.formValue("refresh_token")
            else { continue }
            let place = "request \(request.number)   \(request.method) \(request.operation) grant_type=\(grant)"
            // An exchange that a portal does not know says nothing about the token, nor does another's wrong secret.
            let key = Key(request, text, grant)
            if let earlier = refused[key] {
                failed.append(
                    Finding(
                        "oauth.refresh-repeated", "a refused refresh token was sent again",
                        expected: "no second try of what request \(earlier) was refused for", nearest: place))
            }
            if evidence.journal.isRefused(request, with: [400, 401, 403, 498]) { refused[key] = request.number }
            if let earlier = renewals[key], let token = earlier.answer?.issued, !refusedTokens.contains(token),
                request.wait(since: earlier, isSteered: evidence.client == .builtIn) < moment
            {
                let finding = Finding(
                    "oauth.renewal-repeated", "a token was renewed again while the new one was good",
                    expected: "the use of \(token) from request \(earlier.number)", nearest: place)
                // A refresh token may be used as often as it is good for (RFC 6749 §6).
                if evidence.client == .foreign { loose.append(finding) } else { failed.append(finding) }
            }
            if request.answer?.issued != nil, evidence.journal.isUnderstood(request) { renewals[key] = request }
        }
        return (failed, loose)
    }
}
