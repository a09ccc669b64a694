/// No refused credential is sent twice by itself.
enum RepetitionCheck {
    static func findings(_ evidence: Evidence, allowing allowed: [Expectation.Allowance]) -> [Finding] {
        var found: [Finding] = []
        if !allowed.contains(.repeatedCredential) {
            found += passwords(evidence) + secrets(evidence) + RefusedLoginCheck.findings(evidence)
        }
        // Side by side, a request that was under way with the old token says nothing.
        if !allowed.contains(.repeatedToken), !evidence.isConcurrent { found += tokens(evidence) }
        return found
    }

    private struct Login: Hashable {
        /// A portal has several addresses for one operation, as with and without `/rest`; an account is locked by what comes to any of them.
        let place: String
        let user: String
        let password: String
    }

    /// Of sign-in pages only those that a foreign client fills in: the built-in one hands them to a scripted browser,
    /// which mistypes because its scenario says so.
    private static func passwords(_ evidence: Evidence) -> [Finding] {
        var refused: [Login: Int] = [:]
        var found: [Finding] = []
        for request in evidence.journal.requests
        where request.isTokenRequest || (request.isSignInForm && evidence.client == .foreign) {
            let fields = request.formFields
            guard let user = fields.first(where: { $0.name == "username" })?.value,
                let password = fields.first(where: { $0.name == "password" })?.value
            else { continue }
            let login = Login(place: "\(request.origin) \(request.operation)", user: user, password: password)
            if let earlier = refused[login] {
                found.append(repeated("password", of: "user=\(user)", request, after: earlier))
            }
            // A challenged request is sent again with its whole body, once the web tier lets it through.
            if request.isStoppedByWebTier { continue }
            if evidence.journal.isRefused(request, with: [400, 401, 403]) || isRefusedOnPage(request, evidence) {
                refused[login] = request.number
            }
        }
        return found
    }

    /// The id and secret of an application that were refused as such: `invalid_client` says that they are not good (RFC 6749 §5.2).
    private static func secrets(_ evidence: Evidence) -> [Finding] {
        // Side by side, a request that was under way with a refused secret says nothing.
        guard !evidence.isConcurrent else { return [] }
        var refused: [Login: Int] = [:]
        var found: [Finding] = []
        for request in evidence.journal.requests where request.isTokenEndpoint {
            guard let client = request.formValue("client_id"), let secret = request.formValue("client_secret") else {
                continue
            }
            let login = Login(place: "\(request.origin) \(request.operation)", user: client, password: secret)
            if let earlier = refused[login] {
                found.append(repeated("client secret", of: "client=\(client)", request, after: earlier))
            }
            let isItsSecret = request.decisions.contains { !$0.passed && $0.cause == .applicationSecret }
            if isItsSecret, evidence.journal.isUnderstood(request) { refused[login] = request.number }
        }
        return found
    }

    /// Whether a sign-in page came back with a message about the password; a page is no error, so its code does not tell.
    private static func isRefusedOnPage(_ request: Journal.Request, _ evidence: Evidence) -> Bool {
        guard request.isSignInForm, evidence.journal.isUnderstood(request) else { return false }
        return request.decisions.contains { $0.gate == "password" && !$0.passed }
    }

    private static func tokens(_ evidence: Evidence) -> [Finding] {
        var refused: [String: Int] = [:]
        var found: [Finding] = []
        for request in evidence.journal.requests {
            for token in request.presented where token.alias != "unknown" {
                let key = "\(token.alias) \(request.operation) \(request.origin)"
                if let earlier = refused[key] {
                    found.append(repeated("token", "token.repeated", of: "+\(token.alias)", request, after: earlier))
                }
                if evidence.journal.isRefused(request, with: [498]) { refused[key] = request.number }
            }
        }
        return found
    }

    /// That a request carries what an earlier one was refused for.
    private static func repeated(
        _ what: String, _ id: String = "credential.repeated", of owner: String, _ request: Journal.Request,
        after earlier: Int
    ) -> Finding {
        Finding(
            id, "a refused \(what) was sent again",
            expected: "no second try of what request \(earlier) was refused for",
            nearest: "request \(request.number)   \(request.method) \(request.operation) \(owner)")
    }
}
