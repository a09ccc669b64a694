import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Implied checks of the web tier` {
    private func codes(_ builder: EvidenceBuilder) -> [String] {
        Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What must be found; nil for nothing at all.
        let code: String?
        let plant: @Sendable (inout EvidenceBuilder) -> Void
    }

    @Test(arguments: [
        Row(testDescription: "Basic where a gate asked for it", code: nil) {
            $0.request("GET", "portals/self", code: 401, status: 401, challenges: ["Basic"])
            $0.basic()
        },
        Row(testDescription: "Basic ahead of a challenge, where a gate takes it", code: nil) { $0.basic() },
        Row(testDescription: "Basic that no gate asks for", code: "secret.in-header") { $0.basic(verdict: .unasked) },
        Row(testDescription: "Basic at a foreign origin that asks", code: "secret.foreign-origin") {
            let origin = "https://127.0.0.2:9443"
            let number = $0.connection(listener: "other", origin: origin)
            $0.basic(verdict: .wrong, listener: "other", connection: number, origin: origin)
        },
        Row(testDescription: "Basic over plain HTTP", code: "secret.plain-http") {
            let origin = "http://localhost:8080"
            let number = $0.connection(listener: "http", origin: origin)
            $0.evidence.canaries[0].origins.append(origin)
            $0.basic(listener: "http", connection: number, origin: origin)
        },
        Row(testDescription: "Basic in another header", code: "secret.in-header") {
            $0.basic()
            $0.request("GET", "info", headers: [HeaderField("X-Old", EvidenceBuilder.basicPair)])
        },
        Row(testDescription: "a refused Basic pair again", code: "credential.repeated") {
            $0.basic(verdict: .wrong)
            $0.basic(verdict: .wrong)
        },
        Row(testDescription: "a refused Basic pair again in another spelling", code: "credential.repeated") {
            $0.basic(verdict: .wrong)
            $0.basic("BASIC  \(EvidenceBuilder.basicPair.dropFirst(6).prefix { $0 != "=" })", verdict: .wrong)
        },
        Row(testDescription: "Basic without a question elsewhere in the portal that asked", code: nil) {
            $0.basic()
            $0.basic(verdict: .unasked, target: "/portal/sharing/rest/content/items/1?f=json")
        },
        Row(testDescription: "Basic without a question deeper than where a gate asked", code: nil) {
            $0.basic(target: "/files/a")
            $0.basic(verdict: .unasked, target: "/files/b/c")
        },
        Row(testDescription: "Basic to a server that never asked, beside a portal that did", code: "secret.in-header") {
            $0.basic()
            $0.basic(verdict: .unasked, target: "/server/rest/info?f=json")
        },
        Row(testDescription: "Basic above the portal that asked", code: "secret.in-header") {
            $0.basic()
            $0.basic(verdict: .unasked, target: "/portalelsewhere/x")
        },
        Row(testDescription: "plain text to a port of TLS", code: "transport.plain-text") {
            $0.connection(requestBytes: 0, outcome: .notTLS)
        },
        Row(testDescription: "another Basic pair after a refused one", code: nil) {
            $0.basic("Basic YWxpY2U6b3RoZXItcGFzc3dvcmQ=", verdict: .wrong)
            $0.basic()
        },
        Row(testDescription: "a refused Digest password again", code: "credential.repeated") {
            $0.digest(verdict: .wrong)
            $0.digest("nonce#2", verdict: .wrong)
        },
        Row(testDescription: "two Digest passwords of which both are wrong", code: nil) {
            for number in 1...2 {
                $0.evidence.canaries.append(
                    Canary(
                        name: "wrong:alice#\(number)", kind: .password, value: "wrong-password-\(number)",
                        origins: [EvidenceBuilder.origin]))
            }
            $0.digest(verdict: .wrong)
            $0.digest("nonce#2", verdict: .wrong)
            $0.digest("nonce#3")
        },
        Row(testDescription: "a stale nonce is no refused password", code: nil) {
            $0.digest(verdict: .stale)
            $0.digest("nonce#2")
        },
        Row(testDescription: "stale nonces without an end", code: "digest.stale-loop") {
            for number in 1...10 { $0.digest("nonce#\(number)", verdict: .stale) }
        },
        Row(testDescription: "many stale nonces with a good one between", code: nil) {
            for number in 1...18 { $0.digest("nonce#\(number)", verdict: number == 9 ? .right : .stale) }
        },
        Row(testDescription: "a nonce and a count twice", code: "digest.count-repeated") {
            $0.digest(count: 1)
            $0.digest(count: 1)
        },
        Row(testDescription: "a nonce counted in decimal digits", code: "digest.count-skipped") {
            $0.issue("nonce#1")
            for count in [1, 2, 3, 4, 5, 6, 7, 8, 9, 0x10] { $0.digest(count: count) }
        },
        Row(testDescription: "ten uses of a nonce in another order", code: nil) {
            $0.issue("nonce#1")
            for count in [2, 1, 3, 5, 4, 6, 7, 10, 9, 8] { $0.digest(count: count) }
        },
        Row(testDescription: "a nonce of which the first uses are not known", code: nil) { $0.digest(count: 12) },
        Row(testDescription: "a nonce counted on over connections that were cut off", code: nil) {
            $0.issue("nonce#1")
            $0.evidence.journal.connections[0].fault = "reset"
            $0.digest(count: 2)
        },
        Row(testDescription: "a nonce counted on over a request that was broken off", code: nil) {
            $0.issue("nonce#1")
            $0.digest(count: 1)
            $0.breakOff([HeaderField("Authorization", "Digest username=\"alice\", nc=00000002")])
            $0.digest(count: 3)
        },
        Row(testDescription: "a nonce counted on over an answer for a proxy that was broken off", code: nil) {
            $0.issue("nonce#1")
            $0.breakOff([HeaderField("Proxy-Authorization", "Digest username=\"alice\", nc=00000001")])
            $0.digest(count: 2)
        },
        Row(testDescription: "a nonce counted on over a head that never became whole", code: nil) {
            $0.issue("nonce#1")
            $0.breakOff([])
            $0.digest(count: 2)
        },
        Row(testDescription: "a nonce counted on over a request that no gate looked at", code: nil) {
            $0.issue("nonce#1")
            $0.request(
                "POST", "unknown", code: 413, headers: [HeaderField("authorization", "digest username=\"alice\"")],
                status: 413)
            $0.digest(count: 2)
        },
        Row(testDescription: "a nonce counted further than what was broken off", code: "digest.count-skipped") {
            $0.issue("nonce#1")
            $0.breakOff([HeaderField("Authorization", "Digest username=\"alice\", nc=00000001")])
            $0.breakOff([HeaderField("User-Agent", "app")])
            $0.digest(count: 3)
        },
        Row(testDescription: "a nonce counted on", code: nil) {
            $0.digest(count: 1)
            $0.digest(count: 2)
            $0.digest("nonce#2", count: 1)
        },
        Row(testDescription: "the form without count twice", code: nil) {
            $0.digest(count: nil)
            $0.digest(count: nil)
        },
        Row(testDescription: "an identity that was chosen", code: nil) {
            $0.evidence.identityGrants = [
                IdentityGrant(origin: EvidenceBuilder.origin, identity: "alice", after: 1)
            ]
            $0.connection(identity: "alice")
        },
        Row(testDescription: "an identity that was not chosen", code: "identity.unchosen") {
            $0.evidence.identityGrants = []
            $0.connection(identity: "alice")
        },
        Row(testDescription: "an identity that was chosen for another origin", code: "identity.unchosen") {
            $0.evidence.identityGrants = [
                IdentityGrant(origin: EvidenceBuilder.origin, identity: "alice", after: 0)
            ]
            $0.connection(origin: "https://127.0.0.2:9443", identity: "alice")
        },
        Row(testDescription: "another identity than the chosen one", code: "identity.unchosen") {
            $0.evidence.identityGrants = [
                IdentityGrant(origin: EvidenceBuilder.origin, identity: "alice", after: 0)
            ]
            $0.connection(identity: "bob")
        },
        Row(testDescription: "an identity before it was chosen", code: "identity.unchosen") {
            $0.evidence.identityGrants = [
                IdentityGrant(origin: EvidenceBuilder.origin, identity: "alice", after: 2)
            ]
            $0.connection(identity: "alice")
        },
        Row(testDescription: "an identity after its removal", code: "identity.unchosen") {
            $0.evidence.identityGrants = [
                IdentityGrant(origin: EvidenceBuilder.origin, identity: "alice", after: 0, until: 1)
            ]
            $0.connection(identity: "alice")
        },
        Row(testDescription: "an identity with no choices recorded", code: nil) { $0.connection(identity: "alice") },
        Row(testDescription: "key text in a log", code: "secret.in-output") {
            $0.evidence.canaries.append(
                Canary(name: "key:alice", kind: .privateKey, value: "MIGHAgEAMBMGByqGSM49AgEG", origins: []))
            $0.evidence.output.append(ClientOutput(place: "log", text: "loaded MIGHAgEAMBMGByqGSM49AgEG..."))
        },
        Row(testDescription: "a key in PEM", code: "secret.in-output") { $0.writes(key: KeyText.pem) },
        Row(testDescription: "a key as a quoted text", code: "secret.in-output") {
            $0.writes(key: KeyText.pem.replacing("\n", with: "\\n"))
        },
        Row(testDescription: "one line of a key", code: "secret.in-output") {
            $0.writes(key: "debug: \(KeyText.pem.split(separator: "\n")[1])")
        },
        Row(testDescription: "a key in hex", code: "secret.in-output") { $0.writes(key: KeyText.hex) },
        Row(testDescription: "a key in hex with colons", code: "secret.in-output") {
            $0.writes(
                key: KeyText.hex.enumerated().map { $0.isMultiple(of: 2) && $0 > 0 ? ":\($1)" : "\($1)" }.joined())
        },
        Row(testDescription: "a key in base64 within something else", code: "secret.in-output") {
            $0.writes(key: KeyText.shifted)
        },
        Row(testDescription: "another key", code: nil) { $0.writes(key: KeyText.other) },
        Row(testDescription: "a key in a header", code: "secret.in-header") {
            $0.writes(key: "")
            $0.request("GET", "info", headers: [HeaderField("X-Key", KeyText.base64)])
        },
        Row(testDescription: "the password of a .p12 in a request", code: "secret.foreign-origin") {
            $0.evidence.canaries.append(
                Canary(name: "p12", kind: .identityPassword, value: "p12-password-1", origins: []))
            $0.request("POST", "generateToken", body: "password=p12-password-1")
        },
    ])
    func `find what must not be and nothing else`(_ row: Row) {
        var builder = EvidenceBuilder()
        row.plant(&builder)
        #expect(codes(builder).contains(row.code ?? "") == (row.code != nil), "\(codes(builder))")
        if row.code == nil { #expect(codes(builder) == []) }
    }

    @Test(arguments: [true, false])
    func `a certificate that was refused and shown again is loose in a command, which our own scenarios forbid`(
        _ isForeign: Bool
    ) {
        var builder = EvidenceBuilder(isForeign ? .foreign : .builtIn)
        let alert = Journal.Alert(number: 48, name: "unknown_ca", sentBy: "server")
        func refuse(_ identity: String?) {
            builder.connection(
                requestBytes: 0, identity: identity, asksIdentity: true, alert: alert, outcome: .refusedByServer)
        }
        refuse("carol")
        refuse("alice")
        refuse(nil)
        let before = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(before.kind == .passed)
        refuse("carol")
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.findings.map(\.code) == (isForeign ? ["handshake.repeated"] : []))
        #expect(verdict.kind == (isForeign ? .passedNonStrictly : .passed))
    }

    @Test func `stored evidence holds no part of a key and the same verdict`() {
        var builder = EvidenceBuilder()
        for text in [KeyText.pem, KeyText.hex, KeyText.shifted] { builder.writes(key: text) }
        builder.request(
            "GET", "info", body: KeyText.pem, target: "/x?key=\(KeyText.base64.replacing("+", with: "%2B"))")
        let stored = builder.evidence.redacted()
        for text in stored.output.map(\.text) + [stored.journal.requests[0].target] {
            #expect(text.contains("redacted-key-alice"))
            for part in [KeyText.base64.suffix(20), KeyText.base64.dropFirst(30).prefix(20), KeyText.hex.suffix(20)] {
                #expect(!text.contains(part))
            }
        }
        let fresh = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(fresh.kind == .failed)
        #expect(Judge.verdict(on: stored, expecting: Expectation()) == fresh)
    }

    @Test func `side by side, an answer that was under way says nothing of a refused password`() {
        var builder = EvidenceBuilder()
        builder.evidence.isConcurrent = true
        builder.digest(verdict: .wrong)
        builder.digest(count: 2, verdict: .wrong)
        #expect(codes(builder) == [])
    }

    @Test func `an app that hands the same pair in again may have it sent again`() {
        var builder = EvidenceBuilder()
        builder.basic(verdict: .wrong)
        builder.basic(verdict: .wrong)
        var expectation = Expectation()
        expectation.allow = [.repeatedCredential]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).isPass)
    }

    @Test func `stored evidence tells apart pairs that end alike`() {
        var builder = EvidenceBuilder()
        // alice:wrong-pass-1x and alice:wrong-pass-2x in base64.
        for (number, pair) in ["YWxpY2U6d3JvbmctcGFzcy0xeA==", "YWxpY2U6d3JvbmctcGFzcy0yeA=="].enumerated() {
            builder.evidence.canaries.append(
                Canary(
                    name: "wrong:alice#\(number + 1)", kind: .password, value: "wrong-pass-\(number + 1)x",
                    origins: [EvidenceBuilder.origin]))
            builder.basic("Basic \(pair)", verdict: .wrong)
        }
        let stored = builder.evidence.redacted()
        #expect(Set(stored.journal.requests.map { $0.headers.first(named: "Authorization") }).count == 2)
        #expect(Judge.verdict(on: stored, expecting: Expectation()).kind == .passed)
        #expect(!stored.journal.requests.contains { ($0.headers.first(named: "Authorization") ?? "").hasSuffix("==") })
    }

    @Test func `stored evidence keeps no answer to a challenge and the same verdict`() {
        var builder = EvidenceBuilder()
        builder.basic("Basic YWxpY2U6dW5rbm93bi1wYXNz", verdict: .wrong)
        builder.basic("Basic YWxpY2U6dW5rbm93bi1wYXNz", verdict: .wrong)
        builder.basic()
        builder.digest()
        let stored = builder.evidence.redacted()
        let headers = stored.journal.requests.map { $0.headers.first(named: "Authorization") ?? "" }
        #expect(!headers.joined().contains("YWxpY2U6dW5rbm93bi1wYXNz"))
        #expect(!headers.joined().contains("Y2FuYXJ5LXBhc3N3b3JkLTE"))
        #expect(!headers.joined().contains("0a0a0a0a"))
        #expect(headers[0] == headers[1])
        let fresh = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(fresh.findings.map(\.code) == ["credential.repeated"])
        #expect(Judge.verdict(on: stored, expecting: Expectation()) == fresh)
    }
}
