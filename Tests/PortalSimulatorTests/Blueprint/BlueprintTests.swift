import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Blueprints` {
    @Test(arguments: Blueprint.presetNames(fixtures: .embedded))
    func `every preset decodes and says what it is for`(name: String) throws {
        let blueprint = try Blueprint.preset(name, fixtures: .embedded)
        #expect(blueprint.preset == name)
        #expect(blueprint.summary?.isEmpty == false)
    }

    @Test func `a preset stands on another and replaces only what it names`() throws {
        let blueprint = try Blueprint.preset("strict-organization", fixtures: .embedded)
        #expect(blueprint.secured == ["Traffic"])
        #expect(blueprint.access == .private)
        #expect(blueprint.anonymousSelf == .refused)
        #expect(blueprint.preset == "strict-organization")
    }

    @Test func `an overlay merges objects and replaces lists`() throws {
        let blueprint = try Blueprint.preset("token", fixtures: .embedded).overlaid(
            with: ["tokens": ["lifetime": "60m"], "secured": []], source: "s.yaml"
        ).overlaid(with: ["tokens": ["shape": "admin"]], source: "s.yaml")
        #expect(blueprint.tokens.lifetime == .seconds(3600))
        #expect(blueprint.tokens.shape == .admin)
        #expect(blueprint.secured.isEmpty)
    }

    @Test func `a document may name the preset that it overlays`() throws {
        let blueprint = try Blueprint(
            decoding: ["preset": "token", "access": "private"], fixtures: .embedded, source: "s.yaml")
        #expect(blueprint.secured == ["Traffic"])
        #expect(blueprint.preset == "token")
        #expect(blueprint.access == .private)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let name: String
        let document: JSONValue
        let keyPath: String
        var suggestion: String?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Mistake(name: "unknown key", document: ["acces": "public"], keyPath: "acces", suggestion: "access"),
        Mistake(name: "unknown value", document: ["access": "pubic"], keyPath: "access", suggestion: "public"),
        Mistake(
            name: "nested key", document: ["tokens": ["lifetme": "1m"]], keyPath: "tokens.lifetme",
            suggestion: "lifetime"),
        Mistake(
            name: "nested value", document: ["tokens": ["referer": "stric"]], keyPath: "tokens.referer",
            suggestion: "strict"),
        Mistake(
            name: "list element", document: ["tokens": ["carriers": ["form", "qery"]]], keyPath: "tokens.carriers[1]",
            suggestion: "query"),
        Mistake(name: "unknown preset", document: ["preset": "tokn"], keyPath: "preset", suggestion: "token"),
        Mistake(
            name: "certificate", document: ["tls": ["certificate": "self-singed"]], keyPath: "tls.certificate",
            suggestion: "self-signed"),
        Mistake(
            name: "certificate of a host", document: ["hosts": ["other": ["certificate": "expird"]]],
            keyPath: "hosts.other.certificate", suggestion: "expired"),
        Mistake(name: "host with a listener's name", document: ["hosts": ["http": [:]]], keyPath: "hosts.http"),
        Mistake(name: "duration", document: ["tokens": ["lifetime": "soon"]], keyPath: "tokens.lifetime"),
        Mistake(name: "type", document: ["strictStatus": "yes"], keyPath: "strictStatus"),
        Mistake(name: "context", document: ["context": "portal/"], keyPath: "context"),
        Mistake(
            name: "host", document: ["hosts": ["other": ["serves": "portl"]]], keyPath: "hosts.other.serves",
            suggestion: "portal"),
        Mistake(
            name: "canned answer", document: ["answers": [["opration": "info"]]], keyPath: "answers[0].opration",
            suggestion: "operation"),
        Mistake(
            name: "action", document: ["after": [["request": 2, "do": ["expre": "token#1"]]]],
            keyPath: "after[0].do.expre", suggestion: "expire"),
        Mistake(
            name: "token alias", document: ["after": [["request": 2, "do": ["expire": "token1"]]]],
            keyPath: "after[0].do.expire"),
    ])
    func `a mistake says where it stands and what was probably meant`(mistake: Mistake) throws {
        let error = try #require(throws: BlueprintError.self) {
            try Blueprint(decoding: mistake.document, fixtures: .embedded, source: "s.yaml")
        }
        #expect(error.source == "s.yaml")
        #expect(error.keyPath == mistake.keyPath)
        #expect(error.suggestion == mistake.suggestion)
        #expect(error.description.hasPrefix("s.yaml: \(mistake.keyPath): "))
    }

    @Test func `a mistake lists the allowed values`() throws {
        let error = try #require(throws: BlueprintError.self) {
            try Blueprint(decoding: ["http": "on"], fixtures: .embedded, source: "s.yaml")
        }
        #expect(error.allowed == ["off", "serve", "redirect", "refuse"])
    }

    @Test func `a service that is not there is named with its neighbours`() throws {
        let error = try #require(throws: BlueprintError.self) { try SiteProbe("token", ["secured": ["Trafic"]]) }
        #expect(error.keyPath == "secured[0]")
        #expect(error.suggestion == "Traffic")
    }

    struct Name: CustomTestStringConvertible, Sendable {
        let overlay: JSONValue
        let keyPath: String
        let suggestion: String?
        var testDescription: String { overlay.text() }
    }

    @Test(arguments: [
        Name(overlay: ["hold": ["portal/self"]], keyPath: "hold[0]", suggestion: "portals/self"),
        Name(
            overlay: ["answers": [["operation": "inf", "body": "x"]]], keyPath: "answers[0].operation",
            suggestion: "info"),
        Name(
            overlay: ["after": [["operation": "Trafic", "do": ["expire": "all"]]]], keyPath: "after[0].operation",
            suggestion: "Traffic"),
        Name(
            overlay: ["info": ["tokenServicesURL": "host:evil"], "hosts": ["evi": [:]]],
            keyPath: "info.tokenServicesURL",
            suggestion: "evi"),
    ])
    func `a name that stands for nothing is found before the portal starts`(row: Name) throws {
        let error = try #require(throws: BlueprintError.self) { try SiteProbe("token", row.overlay) }
        #expect(error.keyPath == row.keyPath)
        #expect(error.suggestion == row.suggestion)
    }

    @Test(arguments: [
        "portals/self", "content/items/x/data", "content/items/x/info/thumbnail/a.png", "Traffic", "Roads/0",
        "Traffic/query", "server/info", "generateToken", "community/users/alice", "services", "unknown",
    ])
    func `operations are known by the names that the journal gives them`(name: String) throws {
        #expect(throws: Never.self) { try SiteProbe("token", ["hold": [.string(name)]]) }
    }

    @Test(
        arguments: [
            ["accounts": ["alice": ["password": 123_456]]],
            ["after": [["request": 1, "do": ["password": ["alice": 123_456]]]]],
        ] as [JSONValue])
    func `an error about a password does not show it`(overlay: JSONValue) throws {
        let error = try #require(throws: BlueprintError.self) {
            try Blueprint(decoding: overlay, fixtures: .embedded, source: "s.yaml")
        }
        #expect(!error.description.contains("123456"))
    }

    @Test func `a blueprint does not print its passwords`() throws {
        let blueprint = try Blueprint(
            decoding: ["accounts": ["alice": ["password": "visible"]]], fixtures: .embedded, source: "s.yaml")
        #expect(!"\(blueprint)".contains("visible"))
        #expect(!String(reflecting: blueprint).contains("visible"))
        var text = ""
        dump(blueprint, to: &text)
        #expect(!text.contains("visible"))
    }

    @Test func `an account that is not there is named with its neighbours`() throws {
        let error = try #require(throws: BlueprintError.self) {
            try SiteProbe("token", ["accounts": ["alce": ["password": "x"]]])
        }
        #expect(error.keyPath == "accounts.alce")
        #expect(error.suggestion == "alice")
    }

    struct ActionCase: CustomTestStringConvertible, Sendable {
        let document: JSONValue
        let action: PortalAction
        var testDescription: String { document.text() }
    }

    @Test(arguments: [
        ActionCase(document: ["advance": "61m"], action: .advance(.seconds(3660))),
        ActionCase(document: ["expire": "token#1"], action: .expire("token#1")),
        ActionCase(document: ["revoke": "all"], action: .revoke("all")),
        ActionCase(document: ["certificate": "self-signed"], action: .certificate(host: nil, recipe: "self-signed")),
        ActionCase(
            document: ["certificate": ["host": "other", "recipe": "good"]],
            action: .certificate(host: "other", recipe: "good")),
        ActionCase(document: ["release": "portals/self"], action: .release("portals/self")),
        ActionCase(document: ["access": "private"], action: .access("private")),
        ActionCase(document: ["set": ["strictStatus": true]], action: .set(["strictStatus": true])),
        ActionCase(document: ["password": ["alice": "new"]], action: .password(["alice": .init("new")])),
    ])
    func `an action is an object with one key`(row: ActionCase) throws {
        #expect(try PortalAction(decoding: row.document, source: "s.yaml") == row.action)
    }

    @Test func `an action with two keys is refused`() {
        #expect(throws: BlueprintError.self) {
            try PortalAction(decoding: ["advance": "1m", "expire": "all"], source: "s.yaml")
        }
    }
}
