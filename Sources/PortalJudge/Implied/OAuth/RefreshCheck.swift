/// A refresh token is not tried again once it was refused, and renews for everybody who waits at once.
enum RefreshCheck {
    /// Milliseconds of portal time within which nobody needs another token while the new one is good.
    private static let moment: Int64 = 30_000

    private struct Key: Hashable {
        let text: String
        let grant: String
    }

    static func findings(_ evidence: Evidence) -> [Finding] {
        var refused: [Key: Int] = [:]
        var renewals: [Key: Journal.Request] = [:]
        var refusedTokens: Set<String> = []
        var found: [Finding] = []
        for request in evidence.journal.requests {
            if evidence.journal.isRefused(request, with: [401, 403, 498]) {
                refusedTokens.formUnion(request.presented.map(\.alias))
            }
            guard request.isTokenEndpoint, let grant = request.formValue("grant_type"),
                let text = request.formValue("refresh_token")
            else { continue }
            let place = "request \(request.number)   \(request.method) \(request.operation) grant_type=\(grant)"
            // An exchange that a portal does not know says nothing about the token.
            let key = Key(text: text, grant: grant)
            if let earlier = refused[key] {
                found.append(
                    Finding(
                        "oauth.refresh-repeated", "a refused refresh token was sent again",
                        expected: "no second try of what request \(earlier) was refused for", nearest: place))
            }
            if evidence.journal.isRefused(request, with: [400, 401, 403, 498]) { refused[key] = request.number }
            if let earlier = renewals[key], let token = earlier.answer?.issued, !refusedTokens.contains(token),
                request.wait(since: earlier, isSteered: evidence.client == .builtIn) < moment
            {
                found.append(
                    Finding(
                        "oauth.renewal-repeated", "a token was renewed again while the new one was good",
                        expected: "the use of \(token) from request \(earlier.number)", nearest: place))
            }
            if request.answer?.issued != nil, evidence.journal.isUnderstood(request) { renewals[key] = request }
        }
        return found
    }
}
