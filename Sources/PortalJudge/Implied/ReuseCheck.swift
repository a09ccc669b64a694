/// No state, code verifier or cnonce is the same in two processes of a client: one that is built in is known to everybody.
enum ReuseCheck {
    /// Findings, and what a foreign client may do in a documented looser way.
    static func findings(_ evidence: Evidence) -> (failed: [Finding], loose: [Finding]) {
        var failed: [Finding] = []
        var loose: [Finding] = []
        for reuse in evidence.reused ?? [] {
            let request = evidence.journal.requests.first { $0.number == reuse.request }
            let place = request.map { "   \($0.method) \($0.operation)" } ?? ""
            let finding = Finding(
                code(reuse.kind), problem(reuse.kind), expected: "another one than in the run of \(reuse.other)",
                nearest: "request \(reuse.request)\(place)")
            // Who sends a challenge may rely on it against forged answers (RFC 9700 §2.1).
            let relies = request?.authorizationValue("code_challenge")?.isEmpty == false
            if reuse.kind == .state, relies, evidence.client == .foreign {
                loose.append(finding)
            } else {
                failed.append(finding)
            }
        }
        return (failed, loose)
    }

    private static func code(_ kind: FreshValue.Kind) -> String {
        switch kind {
        case .state: "oauth.state-constant"
        case .verifier: "oauth.verifier-constant"
        case .cnonce: "digest.cnonce-constant"
        }
    }

    private static func problem(_ kind: FreshValue.Kind) -> String {
        switch kind {
        case .state: "two processes of the client sent the same state"
        case .verifier: "sign-ins of two processes of the client rest on the same code verifier"
        case .cnonce: "two processes of the client answered with the same cnonce"
        }
    }
}
