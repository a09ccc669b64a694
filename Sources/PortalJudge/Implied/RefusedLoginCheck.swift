internal import HTTPSemantics

/// No user name and password that a web tier refused are sent to it again.
enum RefusedLoginCheck {
    static func findings(_ evidence: Evidence) -> [Finding] { basic(evidence) + hidden(evidence) }

    private struct Place: Hashable {
        let origin: String
        let realm: String?
        let user: String
    }

    private struct Login: Hashable {
        let origin: String
        let realm: String?
        let pair: BasicPair
    }

    /// A Basic pair is the same however its scheme is written: it is repeated where it was refused before.
    private static func basic(_ evidence: Evidence) -> [Finding] {
        var refused: [Login: Int] = [:]
        var found: [Finding] = []
        for request in evidence.journal.requests where request.authorization?.scheme == "basic" {
            guard let header = request.headers.first(named: "Authorization"),
                let verdict = request.authorization?.verdict
            else { continue }
            // A realm that changes on the way may ask for the pair once more (RFC 7617 §2).
            let key = Login(
                origin: request.origin, realm: request.authorization?.realm, pair: BasicPair(header))
            if let earlier = refused[key], !evidence.isConcurrent {
                found.append(finding(request, "no second try of what request \(earlier) was refused for"))
            }
            if verdict == .wrong, evidence.journal.isUnderstood(request) { refused[key] = request.number }
        }
        return found
    }

    /// A Digest or NTLM answer hides its password: each password that anybody knows for the user may be refused once, the account's own apart.
    private static func hidden(_ evidence: Evidence) -> [Finding] {
        // Side by side, requests that were under way with a refused password say nothing.
        guard !evidence.isConcurrent else { return [] }
        var refused: [Place: Int] = [:]
        var found: [Finding] = []
        for request in evidence.journal.requests {
            guard let authorization = request.authorization,
                authorization.scheme == "digest" || authorization.windows?.message == "authenticate",
                authorization.verdict == .wrong, evidence.journal.isUnderstood(request)
            else { continue }
            let user = authorization.username ?? ""
            let place = Place(origin: request.origin, realm: authorization.realm, user: user)
            let count = (refused[place] ?? 0) + 1
            refused[place] = count
            let known = passwords(of: user, evidence)
            if count > known {
                found.append(
                    finding(request, "at most \(known) refused answers of \(user): there is no other password to try"))
            }
        }
        return found
    }

    /// How many wrong passwords may have been typed for a user, at least one.
    private static func passwords(of user: String, _ evidence: Evidence) -> Int {
        let names = ["password:\(user)", "wrong:\(user)", "typed:\(user)"]
        let texts = evidence.canaries.filter { canary in
            canary.kind == .password && names.contains(String(canary.name.prefix { $0 != "#" }))
        }.map(\.value)
        return max(1, Set(texts).count - 1)
    }

    private static func finding(_ request: Journal.Request, _ expected: String) -> Finding {
        let user = request.authorization?.username ?? "unknown"
        let scheme = request.authorization?.scheme ?? ""
        return Finding(
            "credential.repeated", "a refused password was sent again", expected: expected,
            nearest: "request \(request.number)   \(request.method) \(request.operation) \(scheme)=\(user)")
    }
}
