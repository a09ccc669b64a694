import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@Suite struct `The judge's checks` {
    struct Row: CustomTestStringConvertible, Sendable {
        let check: String
        /// Whether its failures hold for a journal that lost entries.
        let holds: Bool
        let code: String
        /// What other checks find in it besides, for one that finds nothing by itself.
        var others: [String] = []
        var client = Evidence.Client.builtIn
        /// Does what the check finds, and nothing that another one finds.
        let plant: @Sendable (inout EvidenceBuilder, inout Expectation) throws -> Void
        var testDescription: String { check }
    }

    /// A row for each check, in the order in which findings are reported.
    private static let rows = [
        Row(check: "secrets", holds: true, code: "secret.in-url") { builder, _ in
            builder.request("GET", "info", target: "/x?note=\(EvidenceBuilder.password)")
        },
        Row(check: "token carriers", holds: true, code: "secret.in-cookie", client: .foreign) { builder, _ in
            builder.request("GET", "info", headers: [HeaderField("Cookie", "a=\(EvidenceBuilder.token)")])
        },
        Row(check: "verification", holds: true, code: "trust.verification-off") { builder, _ in
            builder.evidence.certificates = ["expired": [.certificateExpired]]
            builder.connection(certificate: "expired")
        },
        Row(check: "identities", holds: true, code: "identity.unchosen") { builder, _ in
            builder.evidence.identityGrants = []
            builder.connection(identity: "alice")
        },
        Row(check: "plain text", holds: true, code: "transport.plain-text") { builder, _ in
            builder.connection(outcome: .notTLS)
        },
        Row(check: "hosts", holds: true, code: "host.wrong") { builder, _ in
            builder.request("GET", "info", headers: [HeaderField("Host", "localhost")])
        },
        Row(check: "nonce count", holds: true, code: "digest.count-repeated") { builder, _ in
            for _ in 1...2 { builder.digest() }
        },
        Row(check: "skipped counts", holds: false, code: "digest.count-skipped") { builder, _ in
            builder.issue("nonce#7")
            builder.digest("nonce#7", count: 2)
        },
        Row(check: "session keys", holds: true, code: "digest.session-renewed") { builder, _ in
            builder.digest("nonce#8", count: 1)
            builder.refuse("digest-session", "the key is made anew", nil, passed: true)
        },
        Row(check: "authorization", holds: true, code: "oauth.no-state") { builder, _ in
            builder.request(
                "GET", "oauth2/authorize",
                target: "/portal/sharing/rest/oauth2/authorize?client_id=app&response_type=code"
                    + "&redirect_uri=https%3A%2F%2Fapp.test&code_challenge=c&code_challenge_method=S256")
        },
        Row(check: "codes", holds: true, code: "oauth.weak-verifier") { builder, _ in
            builder.token("grant_type=authorization_code&client_id=app&code=code-1&code_verifier=short")
        },
        Row(check: "retries", holds: true, code: "request.blind-repeat") { builder, _ in
            for fault in ["reset", nil] { builder.login("a-password-of-the-app", fault: fault) }
        },
        Row(check: "constants", holds: true, code: "digest.cnonce-constant") { builder, _ in
            builder.evidence.reused = [Evidence.Reuse(kind: .cnonce, request: 99, other: "http/digest-md5")]
        },
        Row(check: "credentials sent where they must not go", holds: true, code: "wire.never", client: .foreign) {
            builder, expectation in
            builder.request("GET", "Weather", token: "token#1")
            expectation.never = [try WireLine(parsing: "* Weather +any", isNever: true)]
        },
        Row(
            check: "trust in good certificates", holds: false, code: "trust.good-refused", others: ["wire.missing"]
        ) { builder, expectation in
            builder.connection(requestBytes: 0, outcome: .refusedByClient)
            expectation.among.append(try WireLine(parsing: "GET Rivers -> 200"))
        },
        Row(
            check: "unreported repetitions", holds: false, code: "request.blind-repeat", others: ["events.order"],
            client: .foreign
        ) { builder, expectation in
            builder.evidence.asks = [0, 1, 2]
            for fault in ["reset", nil] { builder.login("a-password-of-the-app", fault: fault) }
            builder.evidence.events = ["loaded", "loaded"]
            expectation.events = [.word("failed(http-error)", count: 1), .word("loaded", count: 1)]
        },
        Row(
            check: "obsolete TLS", holds: false, code: "trust.obsolete-version", others: ["wire.missing"],
            client: .foreign
        ) { builder, expectation in
            builder.evidence.journal.connections[0].tls?.version = "TLS1.0"
            builder.request("GET", "portals/self")
            expectation.among.append(try WireLine(parsing: "GET Bays -> 200"))
        },
        Row(
            check: "client nonces", holds: false, code: "digest.cnonce-empty", others: ["wire.missing"],
            client: .foreign
        ) { builder, expectation in
            builder.digest("nonce#7", cnonce: "")
            expectation.among.append(try WireLine(parsing: "GET Capes -> 200"))
        },
        Row(
            check: "causes of refusals", holds: false, code: "refused.token-expired", others: ["wire.missing"]
        ) { builder, expectation in
            builder.request("GET", "Rivers", token: "token#2", code: 498)
            builder.refuse("token", "token#2 has expired", .tokenExpired)
            expectation.among.append(try WireLine(parsing: "GET Rivers +token#2 -> 200"))
        },
        Row(check: "repetition", holds: true, code: "token.repeated") { builder, _ in
            for _ in 1...2 { builder.request("GET", "Traffic", token: "token#1", code: 498) }
        },
        Row(check: "renewals", holds: true, code: "oauth.refresh-repeated") { builder, _ in
            for _ in 1...2 {
                builder.token("grant_type=refresh_token&client_id=app&refresh_token=refresh-1", code: 400)
            }
        },
        Row(check: "renewal loop", holds: true, code: "token.renewal-loop") { builder, _ in
            for number in 2...4 {
                builder.request("POST", "generateToken", issued: "token#\(number)")
                builder.request("GET", "Census", token: "token#\(number)", code: 498)
            }
        },
        Row(check: "stale loop", holds: true, code: "digest.stale-loop") { builder, _ in
            for number in 1...10 { builder.digest("stale#\(number)", verdict: .stale) }
        },
        Row(check: "contract", holds: true, code: "client.exit-code", client: .foreign) { builder, _ in
            builder.evidence.breach = .exitCode(3)
        },
        Row(check: "crashes", holds: true, code: "client") { builder, _ in
            builder.evidence.complaints = ["the client was ended by signal 11"]
        },
        Row(check: "proof", holds: false, code: "outcome.contradiction", client: .foreign) { builder, expectation in
            builder.evidence.outcome = ClientOutcome(kind: .accepted, written: .refused)
            expectation.outcome = ClientOutcome(kind: .accepted)
        },
        Row(check: "wire", holds: false, code: "wire.order") { builder, expectation in
            builder.request("GET", "portals/self")
            expectation.wire = [.line(try WireLine(parsing: "GET info"), count: 1)]
        },
        Row(check: "task", holds: false, code: "wire.missing", client: .foreign) { _, expectation in
            expectation.task = TaskWire(patterns: [.line(try WireLine(parsing: "GET Bridges"), count: 1)])
        },
        Row(check: "permitted", holds: false, code: "wire.permitted", client: .foreign) { builder, expectation in
            builder.request("GET", "Weather")
            expectation.loosely = [
                PermittedLine(try WireLine(parsing: "* Weather", isNever: true), reason: "a document leaves it open")
            ]
        },
        Row(check: "among", holds: false, code: "wire.missing") { _, expectation in
            expectation.among = [try WireLine(parsing: "GET search")]
        },
        Row(check: "never", holds: true, code: "wire.never") { builder, expectation in
            builder.request("GET", "Weather")
            expectation.never = [try WireLine(parsing: "* Weather", isNever: true)]
        },
        Row(check: "handshakes", holds: false, code: "handshake.unexpected") { _, expectation in
            expectation.wire = []
        },
        Row(check: "outcome", holds: false, code: "outcome") { builder, expectation in
            builder.evidence.outcome = ClientOutcome(kind: .refused)
            expectation.outcome = ClientOutcome(kind: .accepted)
        },
        Row(check: "final", holds: false, code: "final.user") { _, expectation in
            expectation.final = ["user": "alice"]
        },
        Row(check: "events", holds: false, code: "events.missing") { builder, expectation in
            builder.evidence.events = []
            expectation.events = [.word("loaded", count: 1)]
        },
        Row(check: "complaints", holds: true, code: "client") { builder, _ in
            builder.evidence.outcome = ClientOutcome(kind: .accepted)
            builder.evidence.complaints = ["the client left a process running when it ended"]
        },
        Row(check: "connections", holds: false, code: "connection.open") { builder, _ in
            builder.connection(endedBy: nil)
        },
        Row(check: "refused handshakes", holds: false, code: "handshake.repeated", client: .foreign) { builder, _ in
            for _ in 1...2 {
                builder.connection(
                    asksIdentity: true, alert: .init(number: 48, name: "unknown_ca", sentBy: "server"),
                    outcome: .refusedByServer)
            }
        },
    ]

    @Test func `stand in one table, each once and in the order of their findings`() {
        #expect(Check.all.map(\.name) == Self.rows.map(\.check))
        #expect(Set(Check.all.map(\.name)).count == Check.all.count)
    }

    @Test(arguments: rows)
    func `say by themselves whether their failures hold for a part of a journal`(_ row: Row) throws {
        let check = try #require(Check.all.first { $0.name == row.check })
        #expect(check.holdsInPart == row.holds)
        var builder = EvidenceBuilder(row.client)
        var expectation = Expectation()
        try row.plant(&builder, &expectation)
        let whole = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(whole.findings.map(\.code) == [row.code] + row.others)
        #expect(check.covers(row.code))
        builder.evidence.journal.dropped = 1
        let part = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(part.kind == (row.holds ? .failed : .notJudged))
        #expect(part.findings == (row.holds ? whole.findings : []))
    }

    @Test func `report in the same order from a whole journal and from a part`() throws {
        var builder = EvidenceBuilder()
        var expectation = Expectation()
        // From the last to the first, so that the order of events is not the order of the report.
        let rows = Self.rows.reversed().filter { $0.client == .builtIn }
        for row in rows { try row.plant(&builder, &expectation) }
        func codes() -> [String] {
            let all = Judge.verdict(on: builder.evidence, expecting: expectation).findings.map(\.code)
            return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
        }
        #expect(
            codes() == [
                "secret.in-url", "trust.verification-off", "identity.unchosen", "transport.plain-text",
                "host.wrong", "digest.count-repeated", "digest.count-skipped", "digest.session-renewed",
                "oauth.no-state",
                "oauth.weak-verifier",
                "request.blind-repeat", "digest.cnonce-constant", "refused.token-expired", "token.repeated",
                "oauth.refresh-repeated",
                "token.renewal-loop", "digest.stale-loop", "wire.order", "wire.missing",
                "wire.never", "handshake.unexpected", "outcome",
                "final.user", "events.missing", "client", "connection.open",
            ])
        builder.evidence.journal.dropped = 1
        #expect(
            codes() == [
                "secret.in-url", "trust.verification-off", "identity.unchosen", "transport.plain-text",
                "host.wrong", "digest.count-repeated", "digest.session-renewed", "oauth.no-state",
                "oauth.weak-verifier", "request.blind-repeat", "digest.cnonce-constant", "token.repeated",
                "oauth.refresh-repeated", "token.renewal-loop",
                "digest.stale-loop", "wire.never", "client",
            ])
    }

    @Test func `make every finding that their sources name, and no other`() throws {
        let files = try JudgeSources.files().filter { !$0.key.hasPrefix("Check") }
        let code = /"([a-z]+(?:\.[a-z]+(?:-[a-z]+)*)+)"|Finding\(\s*"([a-z]+)"/
        var written = Set(Journal.Cause.allCases.map { "refused.\($0.rawValue)" }).union(["client"])
        for text in files.values {
            written.formUnion(text.matches(of: code).compactMap { ($0.output.1 ?? $0.output.2).map(String.init) })
        }
        #expect(written.count > 40)
        let unlisted = written.filter { code in !Check.all.contains { $0.covers(code) } }
        #expect(unlisted.isEmpty, "give the check that makes them these codes: \(unlisted.sorted())")
        let unmade = Check.all.flatMap(\.codes).filter { listed in
            !written.contains { listed.hasSuffix(".") ? $0.hasPrefix(listed) : $0 == listed }
        }
        #expect(unmade.isEmpty, "no source makes these codes: \(unmade)")
    }

    @Test func `are each used by the table, or by another check`() throws {
        let files = try JudgeSources.files()
        let table = try #require(files["Check+All.swift"])
        let declaration = /(?:enum|struct) ([A-Z]\w*Check)\b/
        let types = files.values.flatMap { $0.matches(of: declaration).map { String($0.output.1) } }
        #expect(types.count > 20)
        for type in types {
            let uses = try Regex("\\b\(type)\\b").wordBoundaryKind(.simple)
            #expect(table.matches(of: uses).count <= 1, "\(type) stands in the table more than once")
            let others = files.filter { !$0.value.contains("enum \(type) ") && !$0.value.contains("struct \(type) ") }
            #expect(
                others.values.contains { $0.contains(uses) }, "no check runs \(type): give it a row in Check+All.swift")
        }
    }
}

extension Check {
    /// Whether a code is one of its findings.
    fileprivate func covers(_ code: String) -> Bool {
        codes.contains { $0.hasSuffix(".") ? code.hasPrefix($0) : code == $0 }
    }
}

extension EvidenceBuilder {
    /// A request for OAuth tokens.
    fileprivate mutating func token(_ form: String, code: Int = 200) {
        request("POST", "oauth2/token", code: code, body: form, target: "/portal/sharing/rest/oauth2/token")
    }
}
