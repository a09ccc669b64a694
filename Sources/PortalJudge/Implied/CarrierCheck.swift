internal import HTTPSemantics

/// An app's token travels in a header, in the form or in the query, and not in a cookie (developers.arcgis.com, "HTTP authorization
/// headers"), which is sent to every path of its host.
enum CarrierCheck {
    /// Whether it is what the portal's sign-in pages know a browser by: a cookie that goes back to those pages (RFC 6265 §5.4).
    private static func isSession(_ name: String) -> Bool { name.hasPrefix("session#") }

    /// The requests of a foreign client that carry a token in a cookie; our client is given its carriers by the scenario.
    static func findings(_ evidence: Evidence, _ expectation: Expectation) -> [Finding] {
        guard evidence.client == .foreign, !expectation.wantsCookie else { return [] }
        let scans = evidence.canaries.filter { [.token, .apiKey].contains($0.kind) }.compactMap { SecretScan($0) }
        let index = SecretIndex(scans)
        return evidence.journal.requests.compactMap { request in
            let cookies = request.headers.filter { $0.isNamed("Cookie") }.flatMap { Array($0.value.utf8) }
            let candidates = cookies.isEmpty ? [] : index.candidates(in: cookies).map { scans[$0] }
            let found = candidates.filter { $0.isFound(in: cookies) }.map(\.canary.name)
            let isOwnPage = request.isPageOfSignIn
            let token =
                request.presented.first { $0.carrier == .cookie }?.alias
                ?? found.first { !isSession($0) } ?? found.first { _ in !isOwnPage }
            return token.map { token in
                Finding(
                    "secret.in-cookie",
                    isSession(token)
                        ? "the portal's own session cookie was sent beyond its sign-in pages"
                        : "a token was sent in a cookie",
                    expected: "the token in X-Esri-Authorization, Authorization or the form",
                    nearest: "request \(request.number)   \(request.method) \(request.operation), \(token) in a cookie")
            }
        }
    }
}
