import FixtureFiles
import JSONValues
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Faults as they are written` {
    struct Case: CustomTestStringConvertible, Sendable {
        let play: JSONValue
        let words: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Case(play: "reset", words: "reset"), Case(play: ["stall": ["head": 1]], words: "stall head 1"),
        Case(play: ["close": ["body": 0]], words: "close body 0"), Case(play: ["drip": ["rate": 1]], words: "drip 1"),
        Case(play: ["contentLength": -5], words: "contentLength -5"), Case(play: "badGzip", words: "badGzip"),
        Case(play: ["deepJSON": 10000], words: "deepJSON 10000"), Case(play: ["dress": "utf16"], words: "dress utf16"),
        Case(play: ["status": 503, "retryAfter": 1], words: "status 503"),
        Case(play: ["status": 429, "retryAfter": "Wed, 21 Oct 2026 07:28:00 GMT"], words: "status 429"),
        Case(play: ["status": 503, "retryAt": "2s"], words: "status 503"),
        Case(play: ["envelope": 500], words: "envelope 500"), Case(play: "endlessBody", words: "endlessBody"),
    ])
    func `are journaled in the same words`(row: Case) throws {
        let blueprint = try Self.read(["faults": [["request": 1, "play": row.play]]])
        #expect(blueprint.faults.map(\.play.words) == [row.words])
    }

    @Test func `may say more of what they are meant for`() throws {
        let blueprint = try Self.read([
            "faults": [
                [
                    "path": "{{context}}/sharing/", "listener": "http", "times": 2, "skip": 1, "kept": true,
                    "play": "reset",
                ]
            ]
        ]).placed(under: "/gis")
        #expect(
            blueprint.faults == [
                Blueprint.Fault(
                    address: .path("/gis/sharing"), listener: "http", times: 2, skip: 1, needsKeptConnection: true,
                    play: .request(.raw(.cut(.reset, at: .start))))
            ])
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let name: String
        let fault: JSONValue
        let keyPath: String
        var suggestion: String?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Mistake(name: "no address", fault: ["play": "reset"], keyPath: ""),
        Mistake(name: "two addresses", fault: ["request": 1, "path": "/", "play": "reset"], keyPath: ""),
        Mistake(name: "no play", fault: ["request": 1], keyPath: ".play"),
        Mistake(name: "unknown key", fault: ["reqest": 1, "play": "reset"], keyPath: ".reqest", suggestion: "request"),
        Mistake(name: "ordinal 0", fault: ["request": 0, "play": "reset"], keyPath: ".request"),
        Mistake(name: "a path without a slash", fault: ["path": "portal", "play": "reset"], keyPath: ".path"),
        Mistake(name: "unknown play", fault: ["request": 1, "play": "resett"], keyPath: ".play", suggestion: "reset"),
        Mistake(
            name: "unknown form", fault: ["request": 1, "play": ["drp": 1]], keyPath: ".play.drp", suggestion: "drip"),
        Mistake(
            name: "unknown dress", fault: ["request": 1, "play": ["dress": "gzp"]], keyPath: ".play.dress",
            suggestion: "gzip"),
        Mistake(name: "no rate", fault: ["request": 1, "play": ["drip": [:]]], keyPath: ".play.drip"),
        Mistake(
            name: "head and body", fault: ["request": 1, "play": ["reset": ["head": 1, "body": 1]]],
            keyPath: ".play.reset"),
        Mistake(name: "head 0", fault: ["request": 1, "play": ["reset": ["head": 0]]], keyPath: ".play.reset.head"),
        Mistake(name: "retryAfter alone", fault: ["request": 1, "play": ["retryAfter": 1]], keyPath: ".play"),
        Mistake(
            name: "retryAfter elsewhere", fault: ["request": 1, "play": ["envelope": 1, "retryAfter": 1]],
            keyPath: ".play"),
        Mistake(
            name: "retryAfter beside retryAt",
            fault: ["request": 1, "play": ["status": 503, "retryAfter": 1, "retryAt": "1s"]], keyPath: ".play"),
        Mistake(
            name: "retryAt without a unit", fault: ["request": 1, "play": ["status": 503, "retryAt": "5"]],
            keyPath: ".play.retryAt"),
        Mistake(
            name: "retryAfter on two lines",
            fault: ["request": 1, "play": ["status": 503, "retryAfter": "1\r\nX: y"]], keyPath: ".play.retryAfter"),
        Mistake(
            name: "an empty retryAfter", fault: ["request": 1, "play": ["status": 503, "retryAfter": ""]],
            keyPath: ".play.retryAfter"),
        Mistake(
            name: "a request's play on a connection", fault: ["connection": 1, "play": "emptyBody"], keyPath: ".play"),
        Mistake(
            name: "a connection's play with a place", fault: ["connection": 1, "play": ["reset": ["head": 1]]],
            keyPath: ".play", suggestion: "reset"),
        Mistake(
            name: "a connection's play on a request", fault: ["request": 1, "play": "plainHTTP"], keyPath: ".play"),
        Mistake(
            name: "kept on a connection", fault: ["connection": 1, "kept": true, "play": "reset"], keyPath: ".kept"),
    ])
    func `Mistakes say where they are`(mistake: Mistake) throws {
        let error = #expect(throws: BlueprintError.self) { try Self.read(["faults": [mistake.fault]]) }
        #expect(error?.keyPath == "faults[0]\(mistake.keyPath)")
        if let suggestion = mistake.suggestion { #expect(error?.suggestion == suggestion) }
    }

    @Test func `Mistakes of one word list what is allowed`() throws {
        let error = #expect(throws: BlueprintError.self) {
            try Self.read(["faults": [["everyConnection": 2, "play": "drip"]]])
        }
        #expect(error?.allowed == Blueprint.Fault.ConnectionPlay.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        Mistake(
            name: "operation", fault: ["operation": "inf", "play": "reset"], keyPath: ".operation",
            suggestion: "info"),
        Mistake(
            name: "listener", fault: ["request": 1, "listener": "htp", "play": "reset"], keyPath: ".listener",
            suggestion: "http"),
        Mistake(
            name: "handshake", fault: ["connection": 1, "listener": "http", "play": "closeHandshake"],
            keyPath: ".listener"),
    ])
    func `Names that are not there are told when the portal starts`(mistake: Mistake) throws {
        let error = #expect(throws: MockPortalError.self) {
            try TestPortal.start(["http": "serve", "faults": [mistake.fault]])
        }
        let underlying = error?.underlying as? BlueprintError
        #expect(underlying?.keyPath == "faults[0]\(mistake.keyPath)")
        if let suggestion = mistake.suggestion { #expect(underlying?.suggestion == suggestion) }
    }

    @Test func `Hosts and listeners may be closed, and a proxy is plain`() throws {
        let blueprint = try Self.read(["reach": "dropped", "hosts": ["other": ["reach": "refused"]]])
        #expect(blueprint.reach == .dropped)
        #expect(blueprint.hosts["other"]?.reach == .refused)
        #expect(throws: BlueprintError.self) { try Self.read(["hosts": ["proxy": ["serves": "proxy"]]]) }
        #expect(try Self.read(["tls": ["versions": ["1.0", "1.1"]]]).tls.versions == [.v10, .v11])
    }

    @Test func `Actions open and close listeners`() throws {
        #expect(try PortalAction(decoding: ["reach": "refused"], source: "s") == .reach(host: nil, "refused"))
        #expect(
            try PortalAction(decoding: ["reach": ["host": "other", "is": "dropped"]], source: "s")
                == .reach(host: "other", "dropped"))
        let error = #expect(throws: BlueprintError.self) {
            try PortalAction(decoding: ["reach": "refusd"], source: "s")
        }
        #expect(error?.suggestion == "refused")
        #expect(throws: BlueprintError.self) { try PortalAction(decoding: ["reach": ["host": "other"]], source: "s") }
    }

    private static func read(_ document: JSONValue) throws -> Blueprint {
        try Blueprint(decoding: document, fixtures: .embedded, source: "s.yaml")
    }
}
