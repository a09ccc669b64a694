import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite("Digest at the gate") struct DigestFlowTests {
    struct Form: CustomTestStringConvertible, Sendable {
        var algorithm: String?
        var qop: [String]
        var chosen: String?
        var testDescription: String { "\(algorithm ?? "no algorithm"), qop \(chosen ?? "none")" }

        static let all =
            [nil, "MD5", "MD5-sess", "SHA-256", "SHA-256-sess"].flatMap { algorithm in
                [
                    Form(algorithm: algorithm, qop: ["auth"], chosen: "auth"),
                    Form(algorithm: algorithm, qop: ["auth-int"], chosen: "auth-int"),
                    Form(algorithm: algorithm, qop: ["auth", "auth-int"], chosen: "auth"),
                ]
            } + [nil, "MD5", "SHA-256"].map { Form(algorithm: $0, qop: [], chosen: nil) }

        var offer: JSONValue {
            var offer: JSONValue = ["scheme": "Digest", "realm": "portal", "qop": .array(qop.map { .string($0) })]
            if let algorithm { offer["algorithm"] = .string(algorithm) }
            return offer
        }
    }

    func probe(_ offer: JSONValue, _ more: [String: JSONValue] = [:]) throws -> SiteProbe {
        var web = more
        web["challenges"] = [offer]
        return try SiteProbe("organization", ["httpAuthentication": .object(web)])
    }

    @Test(arguments: Form.all) func `lets a right answer in and proves itself`(_ form: Form) throws {
        let probe = try probe(form.offer)
        let bare = probe.getSelf()
        #expect(bare.status == 401)
        #expect(bare.answer.webTier?.challenges == ["Digest \(form.algorithm ?? "MD5")"])
        #expect(bare.answer.webTier?.nonce == "nonce#1")
        var answer = try DigestAnswerer(bare, password: probe.password(of: "alice"))
        answer.qop = form.chosen
        let right = probe.getSelf([answer.header()])
        #expect(right.json["user"]?["username"] == "alice")
        #expect(right.answer.webTier?.authorization?.verdict == .right)
        #expect(right.answer.webTier?.authorization?.nonce == "nonce#1")
        #expect(right.answer.webTier?.authorization?.nonceCount == (form.chosen == nil ? nil : 1))
        #expect(right.answer.webTier?.authorization?.qop == form.chosen)
        let info = right.header("Authentication-Info").flatMap { AuthenticationInfo(fieldValue: $0) }
        #expect(info?.responseAuthentication == (form.chosen == nil ? nil : answer.rspauth(right.text)))
        answer.password = "another"
        answer.count = 2
        let wrong = probe.getSelf([answer.header()])
        #expect(wrong.status == 401)
        #expect(wrong.answer.webTier?.authorization?.verdict == .wrong)
        #expect(wrong.header("WWW-Authenticate")?.contains("stale") == false)
    }

    @Test func `hashes the body for auth-int`() throws {
        let probe = try probe(["scheme": "Digest", "qop": ["auth-int"]])
        var answer = try DigestAnswerer(
            probe.send("POST", "/portal/sharing/rest/portals/self", form: "f=json"),
            password: probe.password(of: "alice"))
        (answer.method, answer.uri, answer.qop, answer.body) =
            ("POST", "/portal/sharing/rest/portals/self", "auth-int", "f=json")
        let right = probe.send("POST", answer.uri, headers: [answer.header()], form: "f=json")
        #expect(right.json["user"]?["username"] == "alice")
        (answer.count, answer.body) = (2, "")
        let empty = probe.send("POST", answer.uri, headers: [answer.header()], form: "f=json")
        #expect(empty.answer.webTier?.authorization?.verdict == .wrong)
    }

    @Test func `refuses a count that it has seen, in whatever order they come`() throws {
        let probe = try SiteProbe("digest")
        var answer = try probe.answerer()
        for count in [3, 1, 2] {
            answer.count = count
            #expect(probe.getSelf([answer.header()]).status == 200)
        }
        let again = probe.getSelf([answer.header()])
        #expect(again.status == 401)
        #expect(again.answer.webTier?.authorization?.verdict == .replayed)
        #expect(again.header("WWW-Authenticate")?.contains("stale") == false)
    }

    @Test func `takes the same count twice where counts are ignored`() throws {
        let probe = try SiteProbe("digest", ["httpAuthentication": ["nonceCount": "ignored"]])
        let answer = try probe.answerer()
        #expect(probe.getSelf([answer.header()]).status == 200)
        #expect(probe.getSelf([answer.header()]).status == 200)
    }

    enum Ending: String, CaseIterable { case time, uses, action, always }

    @Test(arguments: Ending.allCases) func `calls a nonce stale that is no longer good`(_ ending: Ending) throws {
        var web: JSONValue = ["nonce": ["lifetime": "60s", "uses": ending == .uses ? 1 : 0]]
        if ending == .always { web["stale"] = "always" }
        var probe = try SiteProbe("digest", ["httpAuthentication": web])
        var answer = try probe.answerer()
        if ending != .always { #expect(probe.getSelf([answer.header()]).status == 200) }
        answer.count = 2
        if ending == .time { probe.time += 60_000 }
        if ending == .action { try probe.site.perform(PortalAction(decoding: ["nonces": "expire"], source: "test")) }
        let stale = probe.getSelf([answer.header()])
        #expect(stale.status == 401)
        #expect(stale.answer.webTier?.authorization?.verdict == .stale)
        #expect(stale.answer.webTier?.nonce == "nonce#2")
        #expect(try DigestAnswerer(stale, password: "").challenge["stale"] == "true")
        let next = try DigestAnswerer(stale, password: answer.password)
        let verdict: Journal.Authorization.Verdict = ending == .always ? .stale : .right
        #expect(probe.getSelf([next.header()]).answer.webTier?.authorization?.verdict == verdict)
    }

    @Test func `calls the first right answer stale, whichever nonce it is of, and no other`() throws {
        let probe = try SiteProbe("digest", ["httpAuthentication": ["stale": "first"]])
        let password = try probe.answerer().password
        let wrong = try DigestAnswerer(probe.getSelf(), password: "wrong")
        #expect(probe.getSelf([wrong.header()]).answer.webTier?.authorization?.verdict == .wrong)
        let stale = probe.getSelf([try DigestAnswerer(probe.getSelf(), password: password).header()])
        #expect(stale.answer.webTier?.authorization?.verdict == .stale)
        var next = try DigestAnswerer(stale, password: password)
        #expect(probe.getSelf([next.header()]).status == 200)
        next.count = 2
        #expect(probe.getSelf([next.header()]).status == 200)
    }

    @Test func `a wrong password over an old nonce is wrong, not stale`() throws {
        var probe = try SiteProbe("digest", ["httpAuthentication": ["nonce": ["lifetime": "1s"]]])
        var answer = try probe.answerer()
        probe.time += 5000
        answer.password = "another"
        #expect(probe.getSelf([answer.header()]).answer.webTier?.authorization?.verdict == .wrong)
    }

    @Test func `a nonce that was never issued is stale to whom knows the password`() throws {
        let probe = try SiteProbe("digest")
        var answer = try probe.answerer()
        answer.challenge = Challenge(
            scheme: "Digest",
            parameters: [.init("realm", "portal"), .init("nonce", "made up"), .init("algorithm", "MD5")])
        let outcome = probe.getSelf([answer.header()])
        #expect(outcome.answer.webTier?.authorization?.verdict == .stale)
        #expect(outcome.answer.webTier?.authorization?.nonce == "unknown")
    }

    @Test func `a changed password counts at once`() throws {
        let probe = try SiteProbe("digest")
        var answer = try probe.answerer()
        #expect(probe.getSelf([answer.header()]).status == 200)
        try probe.site.perform(.password(["alice": Secret("new")]))
        answer.count = 2
        #expect(probe.getSelf([answer.header()]).answer.webTier?.authorization?.verdict == .wrong)
        answer.password = "new"
        answer.count = 3
        #expect(probe.getSelf([answer.header()]).status == 200)
    }

    @Test func `hands out the next nonce`() throws {
        let probe = try SiteProbe("digest", ["httpAuthentication": ["nextnonce": true, "info": false]])
        var answer = try probe.answerer()
        let first = probe.getSelf([answer.header()])
        #expect(first.answer.webTier?.nonce == "nonce#2")
        let info = try #require(first.header("Authentication-Info").flatMap { AuthenticationInfo(fieldValue: $0) })
        #expect(info.responseAuthentication == nil)
        answer.challenge = Challenge(
            scheme: "Digest",
            parameters: [
                .init("realm", "portal"), .init("nonce", try #require(info.nextNonce)), .init("algorithm", "MD5"),
            ])
        let second = probe.getSelf([answer.header()])
        #expect(second.status == 200)
        #expect(second.answer.webTier?.authorization?.nonce == "nonce#2")
    }

    @Test func `a session keeps its first cnonce, or makes its key anew`() throws {
        let offer: JSONValue = ["scheme": "Digest", "algorithm": "SHA-256-sess"]
        let probe = try probe(offer)
        var answer = try probe.answerer()
        #expect(probe.getSelf([answer.header()]).status == 200)
        // The key of the first cnonce, the response with a second one.
        var first = answer
        first.count = 2
        first.cnonce = "another"
        let renewed = probe.getSelf([first.header()])
        #expect(renewed.status == 200)
        #expect(renewed.answer.notes.decisions.contains { $0.gate == "digest-session" && $0.passed })
        answer.count = 3
        let response = try RFC7616Session.response(answer, laterCnonce: "third")
        let kept = probe.getSelf([answer.header(["cnonce": "\"third\"", "response": "\"\(response)\""])])
        #expect(kept.answer.webTier?.authorization?.verdict == .right)
        #expect(!kept.answer.notes.decisions.contains { $0.gate == "digest-session" })
    }

    @Test func `every challenge of one answer has the same nonce and its own algorithm`() throws {
        for isOneLine in [false, true] {
            let probe = try SiteProbe("basic-digest", ["httpAuthentication": ["oneLine": .bool(isOneLine)]])
            let bare = probe.getSelf()
            let fields = bare.answer.prepared.headers.all(named: "WWW-Authenticate")
            #expect(fields.count == (isOneLine ? 1 : 3))
            let challenges = Challenge.challenges(in: bare.answer.prepared.headers)
            #expect(challenges.map(\.scheme) == ["Basic", "Digest", "Digest"])
            #expect(challenges[1]["nonce"] == challenges[2]["nonce"])
            for algorithm in ["MD5", "SHA-256"] {
                let answer = try probe.answerer(algorithm: algorithm)
                #expect(probe.getSelf([answer.header()]).status == 200, "\(algorithm)")
            }
        }
    }

    @Test func `an unknown algorithm is offered and never answered right`() throws {
        let probe = try SiteProbe(
            "digest",
            [
                "httpAuthentication": [
                    "challenges": [
                        ["scheme": "Digest", "algorithm": "SHA3-512"], ["scheme": "Digest", "algorithm": "MD5"],
                    ]
                ]
            ])
        #expect(probe.getSelf().answer.webTier?.challenges == ["Digest SHA3-512", "Digest MD5"])
        let unknown = try probe.answerer(algorithm: "SHA3-512")
        #expect(probe.getSelf([unknown.header()]).answer.webTier?.authorization?.verdict == .wrong)
        #expect(try probe.getSelf([probe.answerer(algorithm: "MD5").header()]).status == 200)
    }

    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        let changes: [String: String?]
        var verdict = Journal.Authorization.Verdict.malformed
        var status = 401
        var testDescription: String { name }
    }

    @Test(arguments: [
        Change(name: "opaque left out", changes: ["opaque": nil]),
        Change(name: "another opaque", changes: ["opaque": "\"x\""]),
        Change(name: "no response", changes: ["response": nil]),
        Change(name: "no nonce count", changes: ["nc": nil]),
        Change(name: "nonce count zero", changes: ["nc": "00000000"]),
        Change(name: "a short nonce count", changes: ["nc": "1"]),
        Change(name: "an unoffered qop", changes: ["qop": "auth-int"]),
        Change(name: "qop left out", changes: ["qop": nil, "nc": nil, "cnonce": nil]),
        Change(name: "another realm", changes: ["realm": "\"Portal\""], verdict: .unasked),
        Change(name: "another algorithm", changes: ["algorithm": "MD5"], verdict: .unasked),
        Change(name: "another user", changes: ["username": "\"mallory\""], verdict: .wrong),
        Change(name: "another target", changes: ["uri": "\"/portal/sharing/rest/portals/self\""], status: 400),
        Change(name: "a foreign target", changes: ["uri": "\"https://elsewhere/portal\""], status: 400),
        Change(name: "an unoffered userhash", changes: ["username": "\"x\", userhash=true"]),
    ])
    func `refuses words that do not fit`(_ row: Change) throws {
        let probe = try SiteProbe("digest-sha256")
        let outcome = try probe.getSelf([probe.answerer().header(row.changes)])
        #expect(outcome.status == row.status)
        #expect(outcome.answer.webTier?.authorization?.verdict == row.verdict)
    }

    @Test func `calls a nonce stale that another run issued with another opaque text`() throws {
        let probe = try SiteProbe("digest-sha256")
        var answer = try SiteProbe("digest-sha256").answerer()
        answer.password = probe.password(of: "alice")
        let late = probe.getSelf([answer.header()])
        #expect(late.answer.webTier?.authorization?.verdict == .stale)
        #expect(late.header("WWW-Authenticate")?.contains("stale=true") == true)
        answer.password = "another"
        #expect(probe.getSelf([answer.header()]).answer.webTier?.authorization?.verdict == .wrong)
    }

    @Test(arguments: ["https://localhost:8443", "HTTPS://LOCALHOST:8443"])
    func `takes the target in absolute form of the portal's own origin`(_ origin: String) throws {
        let probe = try SiteProbe("digest")
        var answer = try probe.answerer()
        answer.uri = origin + answer.uri
        #expect(probe.getSelf([answer.header()]).status == 200)
    }

    @Test func `takes hashed user names where they are offered`() throws {
        let probe = try probe(["scheme": "Digest", "algorithm": "SHA-256", "userhash": true])
        let answer = try probe.answerer()
        #expect(answer.challenge["userhash"] == "true")
        let hash = DigestComputation(hash: .sha256).userHash(username: "alice", realm: "portal")
        let outcome = probe.getSelf([answer.header(["username": "\"\(hash)\", userhash=true"])])
        #expect(outcome.json["user"]?["username"] == "alice")
        #expect(outcome.answer.webTier?.authorization?.username == "alice")
    }

    @Test func `takes user names in the extended notation`() throws {
        let probe = try SiteProbe("digest")
        let header = try probe.answerer().header(["username": nil])
        let outcome = probe.getSelf([(header.0, header.1 + ", username*=UTF-8''alic%65")])
        #expect(outcome.status == 200)
    }

    @Test func `asks for another realm below a path`() throws {
        let probe = try SiteProbe(
            "digest", ["httpAuthentication": ["realms": ["{{context}}/sharing/rest/content": "Content, \"inner\""]]])
        let inner = probe.get("content/items/3a900000000000000000000000000014")
        #expect(Challenge.challenges(in: inner.answer.prepared.headers).first?.realm == "Content, \"inner\"")
        let answer = try probe.answerer()
        #expect(answer.challenge.realm == "portal")
        let elsewhere = probe.get("content/items/3a900000000000000000000000000014", headers: [answer.header()])
        #expect(elsewhere.answer.webTier?.authorization?.verdict == .unasked)
    }
}

/// The session key of RFC 7616 §3.4.2, kept while the cnonce moves on.
private enum RFC7616Session {
    static func response(_ answer: DigestAnswerer, laterCnonce: String) throws -> String {
        let computation = DigestComputation(hash: .sha256)
        let secret = computation.secret(username: "alice", realm: "portal", password: answer.password)
        let key = computation.sessionKey(secret, .init(nonce: answer.nonce, cnonce: answer.cnonce))
        let words = DigestAuthorization(
            user: .name("alice"), realm: "portal", nonce: answer.nonce, uri: answer.uri, response: "",
            algorithm: .sha256Session, cnonce: laterCnonce, nonceCount: NonceCount(UInt32(answer.count)), qop: .auth)
        return computation.response(key: key, method: "GET", words, body: [])
    }
}
