/// A code is sent once (RFC 6749 §4.1.2), with a verifier that is long enough, random and belongs to it alone (RFC 7636 §4.1, §7.1).
enum CodeCheck {
    static func findings(_ evidence: Evidence) -> [Finding] {
        var codes: [String: Int] = [:]
        var verifiers: [String: (number: Int, code: String)] = [:]
        var found: [Finding] = []
        for request in evidence.journal.requests
        where request.isTokenEndpoint && request.formValue("grant_type") == "authorization_code" {
            let place = "request \(request.number)   \(request.method) \(request.operation)"
            let code = request.formValue("code") ?? ""
            if let earlier = codes[code] {
                found.append(
                    Finding(
                        "oauth.code-repeated", "a code was sent a second time",
                        expected: "no further use of the code of request \(earlier)", nearest: place))
            }
            // A client that did not get the answer to a request may send it again.
            if !code.isEmpty, evidence.journal.isUnderstood(request) { codes[code] = request.number }
            guard let verifier = request.formValue("code_verifier") else { continue }
            if !(43...128).contains(verifier.utf8.count) || !CodeVerifier.hasAllowedCharacters(verifier) {
                found.append(
                    Finding(
                        "oauth.weak-verifier", "a code verifier is not one",
                        expected: "43 to 128 letters, digits, -, ., _ and ~",
                        nearest: "\(place), \(verifier.utf8.count) bytes"
                            + (CodeVerifier.hasAllowedCharacters(verifier) ? "" : ", with other characters")))
            } else if GuessableText.isVerifier(verifier) {
                found.append(
                    Finding(
                        "oauth.weak-verifier", "a code verifier can be guessed",
                        expected: "32 random bytes in base64url, or as many of another kind",
                        nearest: "\(place), \(verifier.utf8.count) bytes, most of them alike"))
            }
            if code.isEmpty { continue }
            if let first = verifiers[verifier], first.code != code {
                found.append(
                    Finding(
                        "oauth.verifier-repeated", "two sign-ins rest on the same code verifier",
                        expected: "another verifier than that of request \(first.number)", nearest: place))
            }
            verifiers[verifier] = (request.number, code)
        }
        return found
    }
}
