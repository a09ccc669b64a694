/// Every sign-in page is asked for with a state and a hashed challenge of their own (RFC 9700 §2.1.1, §4.7; RFC 7636 §4.2, §7.2).
enum AuthorizationCheck {
    /// Findings, and what a foreign client may do in a documented looser way.
    ///
    /// `wantsCode` says whether the scenario asks for a code, so that a token without one is no looser way there.
    static func findings(_ evidence: Evidence, wantsCode: Bool) -> (failed: [Finding], loose: [Finding]) {
        var failed: [Finding] = []
        var loose: [Finding] = []
        var pages = SignInPages()
        var states: [String: Int] = [:]
        var challenges: [String: Int] = [:]
        let confidential = confidentialClients(evidence)
        func add(_ stated: [Finding], _ request: Journal.Request) {
            // Who sends a challenge may rely on it against forged answers (RFC 9700 §2.1).
            let relies = request.authorizationValue("code_challenge")?.isEmpty == false
            if evidence.client == .foreign, relies { loose += stated } else { failed += stated }
        }
        for request in evidence.journal.requests where request.parserError == nil {
            // Where requests are missing, that for a code's page may be one of them.
            if evidence.journal.dropped == 0, let page = pages.repeated(before: request) {
                add(repeatedState(page, states), page)
            }
            guard request.isAuthorization else { continue }
            let isNew = pages.insert(request)
            // A client that follows an identity-aware proxy's redirect sends the proxy's parameters, without either.
            if evidence.client == .foreign, request.isProxysOwn { continue }
            // A page that is asked for once more, as by a reload, is the same sign-in.
            guard isNew else { continue }
            if request.authorizationValue("response_type") == "token" {
                let finding = finding(
                    "oauth.implicit", "a token was asked for without a code", "response_type=code", request)
                if evidence.client == .foreign, !wantsCode { loose.append(finding) } else { failed.append(finding) }
            } else {
                let proofs = proofFindings(request, &challenges)
                // An application with a secret may do without (RFC 9700 §2.1.1).
                let isConfidential = request.authorizationValue("client_id").map(confidential.contains) == true
                let lacksProof = proofs.map(\.code) == ["oauth.no-pkce"]
                if evidence.client == .foreign, isConfidential, lacksProof { loose += proofs } else { failed += proofs }
            }
            add(stateFindings(request, &states), request)
        }
        return (failed, loose)
    }

    /// The applications that redeemed a code with their secret.
    private static func confidentialClients(_ evidence: Evidence) -> Set<String> {
        var clients: Set<String> = []
        for request in evidence.journal.requests
        where request.isTokenEndpoint && request.formValue("grant_type") == "authorization_code" {
            guard request.formValue("client_secret")?.isEmpty == false, let answer = request.answer, answer.code < 400,
                let client = request.formValue("client_id")
            else { continue }
            clients.insert(client)
        }
        return clients
    }

    private static func proofFindings(_ request: Journal.Request, _ known: inout [String: Int]) -> [Finding] {
        guard let challenge = request.authorizationValue("code_challenge"), !challenge.isEmpty else {
            return [finding("oauth.no-pkce", "a code was asked for without a challenge", "code_challenge", request)]
        }
        var found: [Finding] = []
        // Where no method is told it is plain (RFC 7636 §4.3).
        let method = request.authorizationValue("code_challenge_method")
        if method != "S256" {
            found.append(
                finding(
                    "oauth.plain-pkce",
                    method == nil
                        ? "a code was asked for without a code_challenge_method, which means plain"
                        : "a code was asked for with its verifier in the open",
                    "code_challenge_method=S256", request))
        }
        if let earlier = known[challenge] {
            found.append(
                finding(
                    "oauth.verifier-repeated", "two sign-ins rest on the same code verifier",
                    "another challenge than that of request \(earlier)", request))
        }
        known[challenge] = request.number
        return found
    }

    private static func stateFindings(_ request: Journal.Request, _ known: inout [String: Int]) -> [Finding] {
        // Out of band nothing is sent back that a state could come with.
        if request.authorizationValue("redirect_uri") == "urn:ietf:wg:oauth:2.0:oob" { return [] }
        guard let state = request.authorizationValue("state"), !state.isEmpty else {
            return [finding("oauth.no-state", "a sign-in page was asked for without a state", "state", request)]
        }
        defer { known[state] = request.number }
        if GuessableText.isState(state) {
            let problem = "a sign-in page was asked for with a state that can be guessed"
            let expected = "\(GuessableText.shortestState) random characters or more"
            return [finding("oauth.weak-state", problem, expected, request)]
        }
        return repeatedState(request, known)
    }

    private static func repeatedState(_ request: Journal.Request, _ known: [String: Int]) -> [Finding] {
        guard let state = request.authorizationValue("state"), let earlier = known[state] else { return [] }
        return [
            finding(
                "oauth.state-repeated", "two sign-ins have the same state",
                "another state than that of request \(earlier)", request)
        ]
    }

    private static func finding(
        _ code: String, _ problem: String, _ expected: String, _ request: Journal.Request
    ) -> Finding {
        Finding(
            code, problem, expected: expected,
            nearest: "request \(request.number)   \(request.method) \(request.operation)")
    }
}
