import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// Authorization fields that no client would send, over a real connection; the portal answers each and goes on.
@Suite("Hostile credentials") struct HostileAuthorizationTests {
    static let realm = String(repeating: "r", count: 12 * 1024)
    static let fields: [(name: String, value: [UInt8])] = [
        ("an unterminated quote", Array("Digest username=\"alice, realm=\"portal".utf8)),
        ("a lone backslash", Array("Digest username=\"alice\\".utf8)),
        (
            "a huge realm",
            Array("Digest username=\"alice\", realm=\"\(realm)\", nonce=\"x\", uri=\"/\", response=\"y\"".utf8)
        ),
        (
            "duplicate parameters",
            Array("Digest username=\"a\", username=\"alice\", realm=\"p\", nonce=\"x\", uri=\"/\", response=\"y\"".utf8)
        ),
        ("bytes that are no UTF-8", Array("Digest username=\"".utf8) + [0xFF, 0xC3, 0x28] + Array("\"".utf8)),
        ("many commas", Array("Digest ".utf8) + [UInt8](repeating: 0x2C, count: 8000)),
        ("many parameters", Array("Digest ".utf8) + Array((0..<900).map { "a\($0)=1" }.joined(separator: ", ").utf8)),
        ("no scheme", Array("=,=,=".utf8)),
        ("blanks", Array("   ".utf8)),
        ("a huge token", Array("Basic ".utf8) + [UInt8](repeating: 0x41, count: 12 * 1024)),
        ("a NUL in base 64", Array("Basic AAAAADoA".utf8)),
        (
            "a giant count",
            Array(
                "Digest username=\"alice\", realm=\"portal\", nonce=\"x\", uri=\"/\", qop=auth, nc=ffffffffff, cnonce=\"c\", response=\"y\""
                    .utf8)
        ),
        (
            "a broken extended name",
            Array("Digest username*=UTF-8''%ZZ, realm=\"portal\", nonce=\"x\", uri=\"/\", response=\"y\"".utf8)
        ),
    ]

    @Test(arguments: fields.indices) func `are refused and said so`(_ index: Int) async throws {
        let portal = try TestPortal.start(
            ["http": "serve", "httpAuthentication": ["hosts": ["portal", "http"], "under": []]], preset: "basic-digest")
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL.map { "x\($0)" }))
        await client.send("GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nAuthorization: ")
        await client.send(Self.fields[index].value)
        await client.send("\r\nConnection: close\r\n\r\n")
        #expect(await client.readStatus() == 401, "\(Self.fields[index].name)")
        let authorization = portal.journal().requests.first?.authorization
        #expect(
            authorization == nil || authorization?.verdict == .malformed || authorization?.verdict == .wrong
                || authorization?.verdict == .unasked)
        let good = portal.accounts.first { $0.username == "alice" }?.password.reveal { $0 } ?? ""
        let next = try await Child.curl(["-u", "alice:\(good)", "\(portal.httpURL ?? "")/sharing/rest/info?f=json"])
        #expect(next.output.contains("owningSystemUrl"))
    }

    @Test(arguments: ["\u{0}", String(repeating: "r", count: 64 * 1024)])
    func `what the HTTP parser does not take never reaches the gate`(_ text: String) async throws {
        let portal = try TestPortal.start(
            ["http": "serve", "httpAuthentication": ["hosts": ["http"]]], preset: "basic")
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL.map { "x\($0)" }))
        await client.send("GET /portal HTTP/1.1\r\nHost: localhost\r\nAuthorization: Digest realm=\"\(text)\"\r\n\r\n")
        client.finishSending()
        let status = await client.readStatus()
        #expect(status.map { (400...499).contains($0) } != false)
    }
}
