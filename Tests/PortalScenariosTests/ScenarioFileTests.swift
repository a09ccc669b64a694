import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import Testing

@Suite struct `Scenario files` {
    private static let good = GoodScenario.text

    private func scenario(_ text: String) throws -> Scenario {
        try Scenario(parsing: text, id: "family/name", source: "family/name.yaml")
    }

    @Test func `can be read`() throws {
        let runs = try scenario(Self.good).runs()
        #expect(runs.map(\.name) == ["family/name"])
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let replaced: String
        let by: String
        let keyPath: String
        let suggestion: String?
    }

    @Test(arguments: [
        Mistake(
            testDescription: "unknown key", replaced: "title:", by: "titel: x\ntitle:", keyPath: "titel",
            suggestion: "title"),
        Mistake(
            testDescription: "unknown step", replaced: "connect:", by: "conect:", keyPath: "client[0].conect",
            suggestion: "connect"),
        Mistake(
            testDescription: "unknown argument", replaced: "connect: {}", by: "connect: { tokenUrl: explicit }",
            keyPath: "client[0].connect.tokenUrl", suggestion: "tokenURL"),
        Mistake(
            testDescription: "unknown value", replaced: "connect: {}", by: "connect: { connection: anonymus }",
            keyPath: "client[0].connect.connection", suggestion: "anonymous"),
        Mistake(
            testDescription: "unknown event", replaced: "[loaded]", by: "[laoded]", keyPath: "expect.events[0]",
            suggestion: "loaded"),
        Mistake(
            testDescription: "unknown reason", replaced: "[loaded]",
            by: "[failed(token-invaldi), loaded]",
            keyPath: "expect.events[0]",
            suggestion: "token-invalid"),
        Mistake(
            testDescription: "unknown method", replaced: "GET portals", by: "GTE portals", keyPath: "expect.wire[0]",
            suggestion: "GET"),
        Mistake(
            testDescription: "unknown state", replaced: "status: loaded", by: "status: loadet",
            keyPath: "expect.final.status",
            suggestion: "loaded"),
        Mistake(
            testDescription: "unknown variant", replaced: "connect: {}", by: "connect: { url: \"${ulr}\" }",
            keyPath: "client[0].connect.url", suggestion: nil),
        Mistake(
            testDescription: "variants of one name", replaced: "client:",
            by: "variants: { case: [\"1\", 1] }\nclient:", keyPath: "variants", suggestion: nil),
        Mistake(
            testDescription: "negative without a twin", replaced: "status: loaded", by: "status: failed",
            keyPath: "twin",
            suggestion: nil),
        Mistake(
            testDescription: "map that fails without a twin", replaced: "status: loaded, user: none",
            by: "mapStatus: failed", keyPath: "twin", suggestion: nil),
        Mistake(
            testDescription: "failure at the end without a twin", replaced: "[loaded]",
            by: "[loaded, 2x failed(not-found)]", keyPath: "twin", suggestion: nil),
        Mistake(
            testDescription: "unknown flaw of a file", replaced: "connect: {}",
            by: "importIdentity: { pkcs12: alice, file: junkk }", keyPath: "client[0].importIdentity.file",
            suggestion: "junk"),
        Mistake(
            testDescription: "file without a name", replaced: "connect: {}", by: "importIdentity: { password: right }",
            keyPath: "client[0].importIdentity.pkcs12", suggestion: nil),
        Mistake(
            testDescription: "unknown answer", replaced: "connect: {}", by: "answers: [rejct]",
            keyPath: "client[0].answers[0]", suggestion: "reject"),
        Mistake(
            testDescription: "unknown key of an answer", replaced: "connect: {}",
            by: "answers: [{ certifcate: alice }]",
            keyPath: "client[0].answers[0].certifcate", suggestion: "certificate"),
        Mistake(
            testDescription: "unknown kind of credential", replaced: "connect: {}",
            by: "credential: { as: alice, kind: htp }", keyPath: "client[0].credential.kind", suggestion: "http"),
        Mistake(
            testDescription: "any token in a URL", replaced: "GET portals/self", by: "GET portals/self query.token=*",
            keyPath: "expect.wire[0]", suggestion: nil),
        Mistake(
            testDescription: "any value of a header", replaced: "  final:",
            by: "  never: ['* * header.x-a=*']\n  final:",
            keyPath: "expect.never[0]", suggestion: nil),
        Mistake(
            testDescription: "unknown verdict", replaced: "GET portals/self", by: "GET portals/self basic=alice/wrng",
            keyPath: "expect.wire[0]", suggestion: "wrong"),
        Mistake(
            testDescription: "unknown refuser", replaced: "GET portals/self -> 200", by: "TLS refused by=sever",
            keyPath: "expect.wire[0]", suggestion: "by=server"),
        Mistake(
            testDescription: "unknown kind of challenge", replaced: "[loaded]", by: "[\"challenge(bsic,0)\"]",
            keyPath: "expect.events[0]", suggestion: nil),
        Mistake(
            testDescription: "unknown limit", replaced: "client:", by: "environment: { limits: { stal: 1s } }\nclient:",
            keyPath: "environment.limits.stal", suggestion: "stall"),
        Mistake(
            testDescription: "limit that is no duration", replaced: "client:",
            by: "environment: { limits: { stall: 5 } }\nclient:", keyPath: "environment.limits.stall", suggestion: nil),
        Mistake(
            testDescription: "unknown kind of wait", replaced: "client:", by: "environment: { waits: hol }\nclient:",
            keyPath: "environment.waits", suggestion: "hold"),
        Mistake(
            testDescription: "unknown key of a retry", replaced: "client:",
            by: "environment: { retry: { trys: 1 } }\nclient:", keyPath: "environment.retry.trys", suggestion: "tries"),
        Mistake(
            testDescription: "two things to wait for", replaced: "connect: {}",
            by: "waitFor: { requests: 1, waits: 1 }",
            keyPath: "client[0].waitFor", suggestion: nil),
        Mistake(
            testDescription: "operation of a wait", replaced: "connect: {}", by: "waitFor: { waits: 1, operation: x }",
            keyPath: "client[0].waitFor", suggestion: nil),
        Mistake(
            testDescription: "unknown thing to wait for", replaced: "connect: {}", by: "waitFor: { transfer: 1 }",
            keyPath: "client[0].waitFor.transfer", suggestion: "transfers"),
        Mistake(
            testDescription: "unknown key of a background", replaced: "connect: {}",
            by: "background: { do: { connect: {} }, cuont: 2 }", keyPath: "client[0].background.cuont",
            suggestion: "count"),
        Mistake(
            testDescription: "unknown key of a cancel", replaced: "connect: {}", by: "cancel: { nam: x }",
            keyPath: "client[0].cancel.nam", suggestion: "name"),
        Mistake(
            testDescription: "unknown handlers", replaced: "connect: {}", by: "handlers: othr",
            keyPath: "client[0].handlers", suggestion: "other"),
        Mistake(
            testDescription: "three answers at once", replaced: "connect: {}",
            by: "answers: [{ twice: [cancel, cancel, cancel] }]", keyPath: "client[0].answers[0].twice",
            suggestion: nil),
        Mistake(
            testDescription: "request without an answer", replaced: "connect: {}",
            by: "answers: [{ requests: { service: Traffic } }]", keyPath: "client[0].answers[0].then",
            suggestion: nil),
        Mistake(
            testDescription: "answer without its request", replaced: "connect: {}", by: "answers: [{ then: cancel }]",
            keyPath: "client[0].answers[0].requests", suggestion: nil),
        Mistake(
            testDescription: "unknown limit that has passed", replaced: "status: loaded",
            by: "status: loaded, timeout: stal", keyPath: "expect.final.timeout", suggestion: "stall"),
        Mistake(
            testDescription: "time that is no number", replaced: "status: loaded",
            by: "status: loaded, retryAfter: 2m", keyPath: "expect.final.retryAfter", suggestion: nil),
        Mistake(
            testDescription: "a wait for what is not quiet", replaced: "connect: {}", by: "waitFor: { quiet: false }",
            keyPath: "client[0].waitFor.quiet", suggestion: nil),
        Mistake(
            testDescription: "an answer that waits for two things", replaced: "connect: {}",
            by: "answers: [{ cancel: {}, until: { joined: 2, requests: 3 } }]",
            keyPath: "client[0].answers[0].until", suggestion: nil),
        Mistake(
            testDescription: "an answer that is two", replaced: "connect: {}",
            by: "answers: [{ cancel: {}, credential: alice }]",
            keyPath: "client[0].answers[0]", suggestion: nil),
        Mistake(
            testDescription: "nothing in the background", replaced: "connect: {}", by: "background: []",
            keyPath: "client[0].background", suggestion: nil),
        Mistake(
            testDescription: "nothing to do in the background", replaced: "connect: {}",
            by: "background: { do: [], count: 2 }",
            keyPath: "client[0].background.do", suggestion: nil),
        Mistake(
            testDescription: "nothing in parallel", replaced: "connect: {}", by: "parallel: { do: [] }",
            keyPath: "client[0].parallel.do", suggestion: nil),
        Mistake(
            testDescription: "one answer for two at once", replaced: "connect: {}",
            by: "answers: [{ twice: [{ cancel: {}, times: 2 }] }]",
            keyPath: "client[0].answers[0].twice", suggestion: nil),
        Mistake(
            testDescription: "an answer at once that comes often", replaced: "connect: {}",
            by: "answers: [{ twice: [cancel, { cancel: {}, times: 2 }] }]",
            keyPath: "client[0].answers[0].twice", suggestion: nil),
        Mistake(
            testDescription: "an answer after a request that comes often", replaced: "connect: {}",
            by: "answers: [{ requests: { service: Traffic }, then: { cancel: {}, times: 3 } }]",
            keyPath: "client[0].answers[0].then", suggestion: nil),
        Mistake(
            testDescription: "a play that there is not", replaced: "connect: {}",
            by: "portal: { set: { faults: [{ request: 1, play: rest }] } }",
            keyPath: "client[0].portal.set.faults[0].play", suggestion: "reset"),
        Mistake(
            testDescription: "a reach that there is not", replaced: "connect: {}", by: "portal: { reach: shut }",
            keyPath: "client[0].portal.reach", suggestion: nil),
        Mistake(
            testDescription: "a reach of a task", replaced: "connect: {}",
            by: "background: { do: { portal: { reach: shut } } }",
            keyPath: "client[0].background.do.portal.reach", suggestion: nil),
        Mistake(testDescription: "key twice", replaced: "title:", by: "title: x\ntitle:", keyPath: "", suggestion: nil),
    ])
    func `say where a mistake stands and what was probably meant`(_ mistake: Mistake) throws {
        let text = Self.good.replacing(mistake.replaced, with: mistake.by)
        let error = try #require(throws: DocumentError.self) { _ = try scenario(text).runs() }
        #expect(error.source == "family/name.yaml")
        #expect(error.keyPath == mistake.keyPath)
        #expect(error.suggestion == mistake.suggestion)
    }

    @Test(arguments: [
        (text: "title: [a\nclient: }", place: "family/name.yaml:2:"),
        (text: "title: a\nb: \u{7}\u{1b}[31m", place: "family/name.yaml:2:4:"),
        (text: "title: \"\n\u{1b}", place: "family/name.yaml:2:1:"),
        (text: "a: &b 1\nc: *d", place: "family/name.yaml:1:4: anchors"),
        (text: "title: a\ntitle: b", place: "family/name.yaml:2:1: the key \"title\" stands there twice"),
        (text: "a: [1, &b [x]]", place: "family/name.yaml:1:8: anchors"),
        (text: "a: 1\n&b c: 1", place: "family/name.yaml:2:1: anchors"),
    ])
    func `that are no YAML are told in one line without what stands there`(_ row: (text: String, place: String)) throws
    {
        let error = try #require(throws: DocumentError.self) { _ = try scenario(row.text) }
        #expect(error.code != .unreadable)
        #expect(error.source == "family/name.yaml")
        #expect(error.description.contains(row.place), "\(error.description)")
        #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func `with an action that names what only the running portal knows are read`() throws {
        func action(_ set: String) -> String {
            Self.good.replacing("connect: {}", with: "portal: { set: { \(set) } }")
        }
        let answer = action("answers: [{ operation: info, body: { a: \"{{portal}}\" } }]")
        #expect(throws: Never.self) { _ = try scenario(answer).runs() }
        let error = #expect(throws: DocumentError.self) {
            _ = try scenario(action("hosts: { other: \"{{portal}}\" }")).runs()
        }
        #expect(error?.description.contains("set.hosts.other") == true, "\(error.map { "\($0)" } ?? "none")")
    }

    @Test func `with a broken action for a foreign client are refused`() throws {
        let text = Self.good + "\nforeign: { task: user, outcome: accepted, before: [{ portal: { reach: shut } }] }"
        let error = try #require(throws: DocumentError.self) { _ = try scenario(text).runs() }
        #expect(error.keyPath == "foreign.before[0].portal.reach")
    }

    @Test func `run once per combination of variants`() throws {
        let text = Self.good.replacing(
            "client:",
            with: "api: both\nvariants: { tls: [\"1.2\", \"1.3\"], case: [{name: a, x: 1}, {name: b, x: 2}] }\nclient:")
        #expect(
            try scenario(text).runs().map(\.name) == [
                "family/name[case=a,tls=1.2,api=modern]", "family/name[case=a,tls=1.2,api=legacy]",
                "family/name[case=a,tls=1.3,api=modern]", "family/name[case=a,tls=1.3,api=legacy]",
                "family/name[case=b,tls=1.2,api=modern]", "family/name[case=b,tls=1.2,api=legacy]",
                "family/name[case=b,tls=1.3,api=modern]", "family/name[case=b,tls=1.3,api=legacy]",
            ])
    }

    @Test func `with more combinations than anybody runs are refused`() throws {
        let values = "[\((1...10).map(String.init).joined(separator: ","))]"
        let axes = (0..<12).map { "v\($0): \(values)" }.joined(separator: ", ")
        let text = Self.good.replacing("client:", with: "variants: { \(axes) }\nclient:")
        let error = try #require(throws: DocumentError.self) { _ = try scenario(text) }
        #expect(error.keyPath == "variants")
        #expect(error.problem.contains("10 × 10"))
        #expect(error.problem.contains("more than 1000"))
        let thousand = Self.good.replacing(
            "client:", with: "variants: { a: \(values), b: \(values), c: \(values) }\nclient:")
        #expect(try scenario(thousand).variantCount == 1000)
    }

    @Test func `with aliases that multiply are refused`() throws {
        let names = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        var text = "a: &a [x]\n"
        for (lower, upper) in zip(names, names.dropFirst()) {
            text += "\(upper): &\(upper) [\([String](repeating: "*\(lower)", count: 9).joined(separator: ","))]\n"
        }
        let error = try #require(throws: DocumentError.self) { _ = try scenario(text + "? *z\n: 1\n") }
        #expect(error.code == .malformed)
        #expect(error.problem.contains("aliases"))
    }

    @Test func `a handshake that a client may end is optional`() throws {
        let text = Self.good.replacing(
            "    - GET", with: "    - optional: TLS refused identity=none\n    - 0..2x GET info -> 200\n    - GET")
        #expect(throws: Never.self) { _ = try scenario(text).runs() }
    }

    @Test(arguments: [
        ("    - GET", "    - 9223372036854775807x GET info\n    - GET", "expect.wire[0]"),
        ("    - GET", "    - 1..9223372036854775807x GET info\n    - GET", "expect.wire[0]"),
        ("    - GET", "    - 1001x TLS refused cert=expired\n    - GET", "expect.wire[0]"),
        ("[loaded]", "[1001x loaded]", "expect.events[0]"),
    ])
    func `that count further than is compared are refused`(_ replaced: String, _ by: String, _ keyPath: String) throws {
        let error = try #require(throws: DocumentError.self) {
            _ = try scenario(Self.good.replacing(replaced, with: by, maxReplacements: 1)).runs()
        }
        #expect(error.keyPath == keyPath && error.problem.contains("1000 at most"), "\(error)")
    }

    @Test func `words that YAML 1.1 takes for truth values stay words`() throws {
        let text = Self.good.replacing("preset: anonymous", with: "preset: anonymous, http: off")
        #expect(throws: Never.self) { _ = try scenario(text).runs() }
    }
}
