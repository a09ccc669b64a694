import HTTPSemantics
import Testing

@testable import PortalJudge

@Suite struct `Fields that are named like secrets` {
    private static func shown(
        _ body: String = "", type: String = "application/x-www-form-urlencoded", target: String = "/generateToken",
        headers: [HeaderField] = [], keeping kept: Set<String> = []
    ) -> Journal.Request {
        var builder = EvidenceBuilder()
        builder.request(
            "POST", "generateToken", body: body, target: target, headers: headers + [HeaderField("Content-Type", type)])
        return builder.evidence.redacted(keeping: kept).journal.requests[0]
    }

    @Test(arguments: [
        ("username=alice&password=nope&f=json", "username=alice&password=redacted-credentials-1&f=json"),
        (
            "client_secret=n%20pe&code_verifier=v&x=y",
            "client_secret=redacted-credentials-1&code_verifier=redacted-credentials-2&x=y"
        ),
        (
            "refresh_token=a&assertion=b&refresh_token=a",
            "refresh_token=redacted-credentials-1&assertion=redacted-credentials-2&refresh_token=redacted-credentials-1"
        ),
        ("p%61ssword=nope&PassWord=nope", "p%61ssword=redacted-credentials-1&PassWord=redacted-credentials-1"),
        ("password=&passwords=nope", "password=&passwords=nope"),
        (
            "securityAnswer=blue&newPassword=x",
            "securityAnswer=redacted-credentials-1&newPassword=redacted-credentials-2"
        ),
        ("password=\(EvidenceBuilder.password)", "password=redacted-password-alice"),
        (
            #"{"user": "alice", "password" : "no\"pe", "code": 3}"#,
            #"{"user": "alice", "password" : "redacted-credentials-1", "code": 3}"#
        ),
        (#"[{"token": "abc"#, #"[{"token": "redacted-credentials-1"#),
    ])
    func `hold none in a body, whatever was written into them`(body: String, expected: String) {
        #expect(String(decoding: Self.shown(body).body, as: UTF8.self) == expected)
    }

    @Test(arguments: [128, 129, 20_000])
    func `hold a verifier of any length, whose length stays where it is judged`(length: Int) throws {
        var builder = EvidenceBuilder()
        let verifier = String(repeating: "a", count: length)
        builder.request(
            "POST", "oauth2/token", body: "grant_type=authorization_code&code=x&code_verifier=\(verifier)",
            target: "/oauth2/token")
        builder.request("POST", "generateToken", body: "username=\(String(repeating: "a", count: 5000))")
        #expect(builder.evidence.verifiers.count == (length > 128 ? 0 : 1))
        let shown = builder.evidence.redacted()
        let body = String(decoding: shown.journal.requests[0].body, as: UTF8.self)
        let masked = body.split(separator: "code_verifier=").last ?? ""
        #expect(!body.contains("aaaa") && masked.utf8.count == length, "\(body.prefix(200))")
        let finding = try #require(CodeCheck.findings(shown).first)
        #expect(finding.nearest?.contains("\(length) bytes") == true, "\(finding)")
    }

    @Test func `hold none in parts of a form`() {
        func part(_ name: String, _ value: String) -> String {
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let request = Self.shown(
            part("username", "alice") + part("password", "nope\r\nnever") + part("file", "x") + "--b--\r\n",
            type: "multipart/form-data; boundary=b")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == part("username", "alice") + part("password", "redacted-credentials-1") + part("file", "x")
                + "--b--\r\n")
    }

    @Test func `hold none in a URL, a cookie or an Authorization`() {
        let request = Self.shown(
            target: "/x?token=of-another-portal&f=json#password=1",
            headers: [
                HeaderField("Authorization", "Bearer of-another-portal"),
                HeaderField("X-Esri-Authorization", "Bearer second"),
                HeaderField("Cookie", "one=1; esri_auth=third; two=2"), HeaderField("Proxy-Authorization", "fourth"),
                HeaderField("Authorization", "Basic YWxpY2U6bm9wZQ=="),
            ])
        #expect(request.target == "/x?token=redacted-credentials-1&f=json#password=1")
        let values = request.headers.map(\.value)
        #expect(values[0] == "Bearer redacted-credentials-1", "the same token keeps its number")
        #expect(values[2] == "one=1; esri_auth=redacted-credentials-2; two=2")
        #expect(values[1] == "Bearer redacted-credentials-3" && values[3] == "redacted-credentials-4")
        #expect(values[4] == "Basic redacted-credentials-5")
    }

    @Test func `keep what the scenario itself writes out, so that its lines still mean it`() throws {
        let expectation = try Expectation.wire("POST generateToken user=alice form.password=a-new+one -> 400")
        #expect(expectation.literals == ["a-new+one"])
        let kept = Self.shown("password=a-new%2Bone&client_secret=other", keeping: expectation.literals)
        #expect(
            String(decoding: kept.body, as: UTF8.self) == "password=a-new%2Bone&client_secret=redacted-credentials-1")
    }

    @Test func `are judged alike with and without their values`() throws {
        var builder = EvidenceBuilder(.foreign)
        for _ in 0..<2 { builder.login("nope", code: 400) }
        let expectation = try Expectation.wire("POST generateToken password=wrong -> 400")
        let fresh = Judge.verdict(on: builder.evidence, expecting: expectation)
        let stored = Judge.verdict(on: builder.evidence.redacted(), expecting: expectation)
        #expect(fresh.findings.contains { $0.code == "credential.repeated" })
        #expect(fresh.findings.map(\.code) == stored.findings.map(\.code))
    }
}
