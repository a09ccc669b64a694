internal import HTTPSemantics

/// What a client did wrong that made a Digest response of the right password: the first mistake that gives the very response.
enum DigestSlip {
    /// What is wrong, in words that follow "but"; nil where no mistake that is looked for explains the response.
    static func first(
        in words: DigestAuthorization, of account: (name: String, password: Secret<String>),
        algorithm: DigestAlgorithm, _ computation: DigestComputation, method: String, body: [UInt8]
    ) -> String? {
        let secret = { (name: String, realm: String) in
            account.password.reveal { computation.secret(username: name, realm: realm, password: $0) }
        }
        let session = NonceLedger.Session(nonce: words.nonce, cnonce: words.cnonce ?? "")
        let key = { (secret: String) in algorithm.isSession ? computation.sessionKey(secret, session) : secret }
        let own = secret(account.name, words.realm)
        func response(_ key: String, method: String = method, _ change: (inout DigestAuthorization) -> Void = { _ in })
            -> String
        {
            var words = words
            change(&words)
            return computation.response(key: key, method: method, words, body: body)
        }
        let right = key(own)
        /// The response of `auth-int` whose A2 is that of `auth`.
        func bodiless(_ key: String) -> String {
            words.qop == .authInt ? computation.response(key: key, method: method, words, bodyHash: nil) : ""
        }
        let mistakes: [(response: String, what: String)] =
            [
                (
                    response(right).uppercased(),
                    "its digits are capitals, and the standard's are small (RFC 7616 §3.4.1)"
                ),
                (
                    response(algorithm.isSession ? own : computation.sessionKey(own, session)),
                    algorithm.isSession
                        ? "A1 lacks nonce and cnonce, which a session's has (RFC 7616 §3.4.2)"
                        : "A1 has nonce and cnonce, which only a session's has (RFC 7616 §3.4.2)"
                ),
                (bodiless(right), "A2 lacks the body, which auth-int has (RFC 7616 §3.4.3)"),
                (
                    response(right) { $0.qop = nil },
                    "it lacks nc, cnonce and qop, which it is made of where qop is sent (RFC 7616 §3.4.1)"
                ),
            ]
            + ["GET", "POST", "HEAD"].filter { $0 != method }.map {
                (
                    response(right, method: $0),
                    "A2 has the method \($0), and the request's is \(method) (RFC 7616 §3.4.3)"
                )
            }
            + [words.realm.uppercased(), words.realm.lowercased()].filter { $0 != words.realm }.map {
                (response(key(secret(account.name, $0))), "A1 has the realm in other letters (RFC 7616 §3.4.2)")
            }
            + [account.name.uppercased(), account.name.lowercased()].filter { $0 != account.name }.map {
                (response(key(secret($0, words.realm))), "A1 has the user name in other letters (RFC 7616 §3.4.2)")
            }
            + uris(words.uri).map { uri in
                (response(right) { $0.uri = uri }, "A2 has another uri than is sent beside it (RFC 7616 §3.4.3)")
            }
        return mistakes.first { $0.response.utf8.elementsEqual(words.response.utf8) }?.what
    }

    /// What is hashed by mistake in the place of a target.
    private static func uris(_ uri: String) -> [String] {
        let path = String(uri.prefix { $0 != "?" })
        return Set([path, PercentEncoding.decodeText(uri), "/"]).subtracting([uri]).sorted()
    }
}
