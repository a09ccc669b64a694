import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite("Basic at the gate") struct BasicGateTests {
    /// Base 64 of bytes, from the alphabet of RFC 4648 §4.
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[$1]) : 0) }
            for digit in 0..<4 { text.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : "=") }
        }
        return text
    }

    static func header(_ credentials: String, scheme: String = "Basic") -> (String, String) {
        ("Authorization", "\(scheme) \(base64(Array(credentials.utf8)))")
    }

    @Test func `the examples of RFC 7617 read as they are written`() throws {
        let first = try #require(BasicCredentials(token68: "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
        #expect(first.displayName == "Aladdin")
        #expect(first.password.elementsEqual("open sesame".utf8))
        let second = try #require(BasicCredentials(token68: "dGVzdDoxMjPCow=="))
        #expect(BasicCredentials.matches(second.password, "123£", isUTF8: true))
        #expect(Self.base64(Array("test:123£".utf8)) == "dGVzdDoxMjPCow==")
    }

    @Test func `names the user to the portal without a token`() throws {
        let probe = try SiteProbe("basic")
        let bare = probe.getSelf()
        #expect(bare.status == 401)
        #expect(bare.header("WWW-Authenticate") == "Basic realm=\"portal\", charset=\"UTF-8\"")
        #expect(bare.answer.webTier?.challenges == ["Basic"])
        #expect(bare.answer.operation == "portals/self")
        let right = probe.getSelf([Self.header("alice:\(probe.password(of: "alice"))")])
        #expect(right.json["user"]?["username"] == "alice")
        #expect(
            right.answer.webTier?.authorization
                == .init(scheme: "basic", username: "alice", verdict: .right, realm: "portal"))
        #expect(right.header("Authentication-Info") == nil)
        let lower = probe.getSelf([Self.header("alice:\(probe.password(of: "alice"))", scheme: "bASIC")])
        #expect(lower.status == 200)
    }

    @Test func `its refusal is the web server's page, whatever f says`() throws {
        let probe = try SiteProbe("basic")
        for format in ["json", "pjson", "html"] {
            let outcome = probe.send("GET", "/portal/sharing/rest/portals/self?f=\(format)")
            #expect(outcome.header("Content-Type") == "text/html; charset=iso-8859-1")
            #expect(outcome.header("Server") == "Apache")
            #expect(outcome.text.contains("<title>401 Unauthorized</title>"))
        }
        let negotiate = try SiteProbe("negotiate").getSelf()
        #expect(negotiate.text.contains("401 - Unauthorized: Access is denied due to invalid credentials."))
        #expect(negotiate.answer.webTier?.challenges == ["Negotiate", "Basic"])
    }

    @Test(arguments: [
        ("", Journal.Authorization.Verdict.malformed), ("!!!", .malformed), ("YWxpY2U=", .malformed),
        ("YWxpY2U6c2VjcmV0AA==", .malformed), ("A", .malformed), ("AAAA====", .malformed),
        (base64(Array("alice:another".utf8)), .wrong), (base64(Array("Alice:another".utf8)), .wrong),
        (base64(Array("alice:".utf8)), .wrong), (base64(Array(":".utf8)), .wrong),
        (base64([0xFF, 0xFE, 0x3A, 0x80]), .wrong),
    ])
    func `refuses what is wrong or cannot be read`(_ token: String, _ verdict: Journal.Authorization.Verdict) throws {
        let outcome = try SiteProbe("basic").getSelf([("Authorization", "Basic \(token)")])
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.verdict == verdict)
        #expect(outcome.header("WWW-Authenticate") != nil)
    }

    @Test func `takes passwords with colons, and other bytes than UTF-8 only where no charset is told`() throws {
        for isTold in [true, false] {
            var challenge: JSONValue = ["scheme": "Basic"]
            if isTold { challenge["charset"] = "UTF-8" }
            let probe = try SiteProbe(
                "basic",
                [
                    "accounts": ["alice": ["password": "pä:ss"]], "httpAuthentication": ["challenges": [challenge]],
                ])
            #expect(probe.getSelf([Self.header("alice:pä:ss")]).status == 200)
            let latin = Self.base64(Array("alice:p".utf8) + [0xE4] + Array(":ss".utf8))
            #expect(probe.getSelf([("Authorization", "Basic \(latin)")]).status == (isTold ? 401 : 200))
        }
    }

    @Test func `wrong passwords never lock an account`() throws {
        let probe = try SiteProbe("basic")
        for _ in 0..<10 { #expect(probe.getSelf([Self.header("alice:another")]).status == 401) }
        #expect(probe.getSelf([Self.header("alice:\(probe.password(of: "alice"))")]).status == 200)
    }

    @Test func `a changed password counts at once`() throws {
        let probe = try SiteProbe("basic")
        let old = Self.header("alice:\(probe.password(of: "alice"))")
        try probe.site.perform(.password(["alice": Secret("new")]))
        #expect(probe.getSelf([old]).status == 401)
        #expect(probe.getSelf([Self.header("alice:new")]).status == 200)
    }

    @Test func `lets in only whom the blueprint names`() throws {
        let probe = try SiteProbe("basic", ["httpAuthentication": ["users": ["bob"]]])
        #expect(probe.getSelf([Self.header("alice:\(probe.password(of: "alice"))")]).status == 401)
        #expect(probe.get("community/self", headers: [Self.header("bob:\(probe.password(of: "bob"))")]).status == 200)
    }
}
