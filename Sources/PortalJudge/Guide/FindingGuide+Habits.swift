extension FindingGuide {
    /// What is sent again though it was refused, lost or is still good.
    static let repetitions = [
        FindingGuide(
            "credential.repeated", "A user name and password, or a client secret, that were refused were sent again.",
            advice: "Take a refusal for the answer: ask the user for another password, for portals lock accounts.",
            source: "RFC 9110 §15.5.2; RFC 6749 §5.2; OWASP Authentication Cheat Sheet, Account Lockout"),
        FindingGuide(
            "token.repeated", "A token that was refused was sent again to the same operation.",
            advice: "Renew a refused token once, or fail; do not repeat the request with the same token.",
            source: "developers.arcgis.com › Access secure services; RFC 6750 §3.1"),
        FindingGuide(
            "token.renewal-loop", "A token was renewed again and again while every new one was refused.",
            advice: "Renew once for a request; a second refusal is its result.",
            source: "developers.arcgis.com › Access secure services; RFC 6750 §3.1"),
        FindingGuide(
            "digest.count-repeated", "A nonce was used twice with the same count.",
            advice: "Begin nc with 00000001 for each nonce, and raise it by one with every request that uses it.",
            source: "RFC 7616 §3.4 (nc)"),
        FindingGuide(
            "digest.count-skipped", "A nonce's count is higher than the number of requests that were sent with it.",
            advice: "Raise nc by one with each request that uses the nonce, and write it in eight hexadecimal digits.",
            source: "RFC 7616 §3.4 (nc)"),
        FindingGuide(
            "digest.stale-loop", "A Digest answer was repeated again and again while every nonce was called stale.",
            advice:
                "Repeat a stale answer with the new nonce, then fail: after two in the scenario about it (R16), before ten anywhere.",
            source: "RFC 7616 §3.3 (stale), which sets no number"),
        FindingGuide(
            "request.blind-repeat", "A request that may have been carried out was sent again.",
            advice: "Repeat only safe or idempotent methods after a broken connection; ask what became of the others.",
            source: "RFC 9110 §9.2.2"),
        FindingGuide(
            "request.too-often", "A request that failed again and again was sent more than three times.",
            advice: "Stop after three sendings and report the last failure.", source: "RFC 9110 §9.2.2"),
        FindingGuide(
            "request.too-early", "A request was sent again before the time that the server had asked for.",
            advice: "Wait as long as Retry-After says, in seconds or until its date.", source: "RFC 9110 §10.2.3"),
        FindingGuide(
            "request.no-pause", "A request that had failed was sent again without a pause.",
            advice: "Wait before each repetition, longer every time, so that a busy server can recover.",
            source: "RFC 9110 §15.6.4; docs.aws.amazon.com › Timeouts, retries and backoff with jitter"),
        FindingGuide(
            "request.answered-repeat", "A request was sent again though its answer had begun to arrive.",
            advice: "Report an answer that broke off; the server has carried the request out.",
            source: "RFC 9110 §9.2.2; RFC 9112 §8"),
        FindingGuide(
            "host.wrong", "A request named in Host another host and port than those of its address.",
            advice: "Send in Host what stands in the address, with its port where that is not 443 or 80.",
            source: "RFC 9110 §7.2; RFC 9112 §3.2"),
        FindingGuide(
            "digest.cnonce-empty", "A Digest answer has an empty cnonce.",
            advice: "Make cnonce of random bytes for each nonce; without one answers can be reckoned beforehand.",
            source: "RFC 7616 §3.4 (cnonce), §5.10"),
        FindingGuide(
            "digest.session-renewed", "The key of a Digest session was made anew from another cnonce than its first.",
            advice: "Make A1 of a -sess algorithm once for a nonce, of the first cnonce that was sent with it.",
            source: "RFC 7616 §3.4.2"),
        FindingGuide(
            "digest.cnonce-constant", "Two processes of the client sent the same cnonce.",
            advice: "Make cnonce of random bytes for each nonce; a constant lets answers be precomputed.",
            source: "RFC 7616 §3.4, §5.12"),
    ]

    /// Signing in by OAuth.
    static let oauth = [
        FindingGuide(
            "oauth.implicit", "A token was asked for without a code, so that it comes in the address of a page.",
            advice: "Ask with response_type=code and redeem the code.", source: "RFC 9700 §2.1.2"),
        FindingGuide(
            "oauth.no-pkce", "An authorization code was asked for without a proof key.",
            advice: "Send code_challenge and code_challenge_method=S256, and code_verifier with the code.",
            source: "RFC 9700 §2.1.1; RFC 7636 §4.3"),
        FindingGuide(
            "oauth.plain-pkce", "The proof key counts as sent in the open: its method is plain, or is not told.",
            advice: "Send code_challenge_method=S256 with the SHA-256 of the verifier in base64url.",
            source: "RFC 7636 §4.2, §7.2"),
        FindingGuide(
            "oauth.verifier-repeated", "Two sign-ins rest on the same code verifier.",
            advice: "Make a new random verifier for each sign-in, of 32 bytes or more.", source: "RFC 7636 §4.1, §7.1"),
        FindingGuide(
            "oauth.weak-verifier",
            "A code verifier is too short, too long, of characters that are not allowed, or of so few that it can be guessed.",
            advice: "Make it of 43 to 128 letters, digits, -, ., _ and ~: 32 random bytes in base64url are 43.",
            source: "RFC 7636 §4.1, §7.1"),
        FindingGuide(
            "oauth.no-state", "A sign-in page was asked for without a state.",
            advice: "Send a random state and compare it when the answer comes.",
            source: "RFC 6749 §10.12; RFC 9700 §4.7"),
        FindingGuide(
            "oauth.state-repeated", "Two sign-ins have the same state.",
            advice: "Make a new random state for each sign-in, and forget it when it was answered.",
            source: "RFC 6749 §10.10, §10.12"),
        FindingGuide(
            "oauth.weak-state",
            "A sign-in page was asked for with a state of so few characters that it can be guessed.",
            advice: "Make the state of 16 random bytes or more.", source: "RFC 6749 §10.10, §10.12"),
        FindingGuide(
            "oauth.state-constant", "Two processes of the client sent the same state.",
            advice: "Make the state of random bytes for each sign-in: a constant one is known to any page.",
            source: "RFC 6749 §10.10, §10.12"),
        FindingGuide(
            "oauth.verifier-constant", "Two processes of the client sent the same code challenge.",
            advice: "Make the code verifier of random bytes for each sign-in.", source: "RFC 7636 §7.1"),
        FindingGuide(
            "oauth.code-repeated", "An authorization code was sent a second time.",
            advice: "Redeem a code once; where that fails, sign in anew.", source: "RFC 6749 §4.1.2"),
        FindingGuide(
            "oauth.refresh-repeated", "A refresh token that was refused was sent again.",
            advice: "Forget a refused refresh token and sign in anew.", source: "RFC 6749 §5.2, §6"),
        FindingGuide(
            "oauth.renewal-repeated", "A token was renewed again while the new one was good.",
            advice: "Keep the new access token and use it until it expires or is refused.", source: "RFC 6749 §6"),
    ]
}
