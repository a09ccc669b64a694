import PortalJudge
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Words that the judge compares, which a variable of the machine may hold, too.
@Suite struct `Words of the protocol` {
    @Test func `are all names that the judge's sources look for in requests`() throws {
        let names: [Regex<(Substring, Substring)>] = [
            /(?:formValue|queryValue|authorizationValue)\("([^"]+)"\)/, /(?:isNamed\(|named: |\.name == )"([^"]+)"/,
            /operation(?: == |\.hasSuffix\(|\.hasPrefix\()"([^"*]+)"/,
        ]
        let folders = ["Evidence", "Implied", "Implied/*", "Judging", "Wire"]
        var found: Set<String> = []
        for text in try JudgeSources.files(in: folders).values {
            for name in names {
                found.formUnion(text.matches(of: name).flatMap { $0.output.1.split(separator: "/").map(String.init) })
            }
        }
        #expect(found.count > 25, "\(found.sorted())")
        #expect(found.filter { !ProtocolWords.contain($0) } == [])
    }

    @Test(arguments: [
        "S256", "plain", "generateToken", "generatetoken", "X-Esri-Authorization", "Bearer", "authorization_code",
        "application/x-www-form-urlencoded", "urn:ietf:wg:oauth:2.0:oob", "client_id", "access_token", "SHA-256",
        "invalid-credentials", "esri_auth", "applyEdits", "redirect_uri",
    ])
    func `are known in any case`(_ word: String) { #expect(ProtocolWords.contain(word)) }

    @Test(arguments: ["hunter2-Xy99zz", "client", "X-Esri-Authorization: Bearer", "oauth2/token/x", "geheim", ""])
    func `are only what is listed`(_ text: String) {
        #expect(ProtocolWords.contain(text) == (text == "client"))
    }

    /// A secret of the machine under some name.
    private static func secret(_ value: String) -> MachineSecret {
        MachineSecret(name: "variable:X", value: value, isKnownInPieces: true)
    }

    /// A client that makes no mistake.
    private static var right: Evidence {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.canaries += OAuthTexts.canaries
        builder.authorize("state=of-page-1&code_challenge=c1&code_challenge_method=S256")
        builder.trade(OAuthTexts.code, verifier: OAuthTexts.verifier)
        builder.login()
        builder.request("GET", "Traffic", token: "token#1")
        return builder.evidence
    }

    /// Parts of words, and texts that hold words, as variables may have them.
    @Test(arguments: [
        "challenge", "challen", "verifier", "generate", "username", "grant", "Esri", "X-Esri", "Authorization: Bearer",
        "X-Esri-Authorization: Bearer", "the X-Esri-Authorization", "hash-of-code_challenge_method", "method", "respon",
    ])
    func `are judged alike though a secret of the machine is a part of one`(_ value: String) {
        let fresh = Judge.verdict(on: Self.right, expecting: Expectation())
        #expect(fresh.kind == .passed, "\(fresh)")
        let redacted = Self.right.redacted(erasing: [Self.secret(value)])
        #expect(Judge.verdict(on: redacted, expecting: Expectation()) == fresh)
    }

    @Test func `hide no secret of the machine beside them`() {
        var evidence = Self.right
        evidence.output = [
            ClientOutput(place: "file challen", text: "challen, xchallen and code_challenge; challen-x=code_challengex")
        ]
        let shown = evidence.redacted(erasing: [Self.secret("challen")]).output[0]
        let hidden = "redacted-variable-X"
        #expect(shown.place == "file \(hidden)")
        #expect(shown.text == "\(hidden), x\(hidden) and code_challenge; \(hidden)-x=code_\(hidden)gex")
    }

    /// Signs and other letters belong to the secret, and a digit is no word.
    @Test(arguments: [
        "Password!", "token#$", "$$Basic$$", "!@#$1%^&*", "пароль1", "密码token", "Password!!!!!!!!!!!!!!!!!!!!!!!!",
    ])
    func `hide no secret of the machine that is one of them among signs`(_ value: String) {
        var evidence = Self.right
        evidence.output = [ClientOutput(place: "log", text: "with \(value) and \(value.prefix(20))")]
        let shown = evidence.redacted(erasing: [Self.secret(value)]).output[0].text
        #expect(!shown.contains(value) && shown.hasPrefix("with redacted-variable-X"), "\(shown)")
        #expect(value.count < 20 || !shown.contains(value.prefix(20)), "\(shown)")
    }

    @Test(arguments: [
        ("code_challenge_method=S256", true), ("grant_type=refresh_token&client_id=state", true), ("token", false),
        ("token=", false), ("token=x", false), ("token=token=token", false), ("", false),
    ])
    func `make pairs of a query`(text: String, areSo: Bool) { #expect(ProtocolWords.arePairs(text) == areSo) }

    @Test func `are beside what a run states itself, which is compared, too`() throws {
        var builder = EvidenceBuilder()
        builder.evidence.canaries[0].name = "password:mallory1"
        builder.login(user: "mallory1")
        builder.request("GET", "Traffic2024", token: "token#1")
        let expectation = try Expectation.wire(
            "POST generateToken user=mallory1 password=right -> token#1", "GET Traffic2024 +token#1 -> 200")
        let secrets = ["mallory1", "Traffic2024", "attributes"].map(Self.secret)
        let stated = Array(try JSONEncoder().encode(expectation))
        let redaction = EvidenceRedaction(builder.evidence, erasing: secrets, stated: stated)
        #expect(redaction.bytes(stated) == stated)
        let redacted = builder.evidence.redacted(by: redaction)
        let verdict = Judge.verdict(on: redacted, expecting: expectation)
        #expect(verdict.kind == .passed, "\(verdict)")
        // Where nothing states it, it is a secret.
        let alone = builder.evidence.redacted(erasing: secrets)
        #expect(alone.journal.requests[1].operation == "redacted-variable-X")
    }
}
