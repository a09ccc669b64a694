import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Secrets in short texts` {
    private let canaries = [
        Canary(name: "token#1", kind: .token, value: "aB3dE5gH7jK9mN1pQ3sT5vX7zC9", origins: []),
        Canary(name: "password:alice", kind: .password, value: "s3cret!x", origins: []),
    ]

    @Test(arguments: [
        ("/portal?token=aB3dE5gH7jK9mN1pQ3sT5vX7zC9&f=json", "/portal?token=redacted-token-1&f=json"),
        ("/portal?p=s3cret%21x", "/portal?p=redacted-password-alice"), ("/portal?f=json", "/portal?f=json"),
        ("user s3cret!x", "user redacted-password-alice"),
    ])
    func `give way to their names`(text: String, clean: String) {
        #expect(SecretMarker(canaries).text(text) == clean)
    }

    @Test func `give way also where only a piece of a long one is there`() {
        let text = SecretMarker(canaries).text("/x?y=" + canaries[0].value.dropFirst(4).prefix(18))
        #expect(!text.contains("7jK9mN1pQ3"), "\(text)")
    }

    @Test func `are taken out of requests one after the other as out of all of them`() {
        func request(_ number: Int, _ body: String, _ authorization: String) -> Journal.Request {
            Journal.Request(
                number: number, connection: 1, ordinal: number, listener: "portal", origin: "https://localhost:1",
                portalTime: 0, method: "POST", target: "/t?x=\(canaries[0].value)",
                headers: [HeaderField("Authorization", authorization)], body: Array(body.utf8),
                operation: "oauth2/token")
        }
        let requests = [
            request(
                1, "code_verifier=0123456789012345678901234567890123456789012345&password=s3cret!x",
                "Basic YWxpY2U6czNjcmV0IXg="),
            request(2, "q=0123456789012345678901234567890123456789012345", "Basic YWxpY2U6czNjcmV0IXg="),
        ]
        var evidence = Evidence(client: .foreign, journal: Journal(requests: requests))
        evidence.canaries = canaries
        var redaction = JournalRedaction(canaries, tokenRequests: requests)
        #expect(requests.map { redaction.redacted($0) } == evidence.redacted().journal.requests)
        #expect(!String(decoding: redaction.redacted(requests[1]).body, as: UTF8.self).contains("0123456789"))
    }
}
