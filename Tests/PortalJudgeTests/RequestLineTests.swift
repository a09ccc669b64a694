import HTTPSemantics
import Testing

@testable import PortalJudge

@Suite struct `A request as a line` {
    private static func request(_ method: String = "GET", _ operation: String = "portals/self") -> Journal.Request {
        Journal.Request(
            number: 1, connection: 1, ordinal: 1, listener: "portal", origin: "https://localhost:1", portalTime: 0,
            method: method, target: "/", operation: operation)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let line: String
        var handshake: Journal.Handshake?
        let change: @Sendable (inout Journal.Request) -> Void
    }

    @Test(arguments: [
        Case(testDescription: "no answer", line: "GET portals/self -> none") { _ in },
        Case(
            testDescription: "a token and a fault",
            line: "GET portals/self +token#2 carrier=query @http fault=reset_body_10 -> 498"
        ) {
            $0.presented = [Journal.PresentedToken(carrier: .query, alias: "token#2")]
            $0.listener = "http"
            $0.fault = "reset body 10"
            $0.answer = Journal.Answer(status: 200, code: 498, size: 1)
        },
        Case(
            testDescription: "a token request", line: "POST generateToken user=alice -> token#1"
        ) {
            ($0.method, $0.operation) = ("POST", "generateToken")
            $0.headers = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
            $0.body = Array("username=alice&password=secret".utf8)
            $0.answer = Journal.Answer(status: 200, code: 200, size: 1, issued: "token#1")
        },
        Case(
            testDescription: "a code", line: "POST oauth2/token form.grant_type=authorization_code code=code#1 -> 200"
        ) {
            ($0.method, $0.operation) = ("POST", "oauth2/token")
            $0.headers = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
            $0.body = Array("grant_type=authorization_code&code=abc".utf8)
            $0.grant = Journal.Grant(type: "authorization_code", client: "app", presented: "code#1")
            $0.answer = Journal.Answer(status: 200, code: 200, size: 1)
        },
        Case(
            testDescription: "an identity", line: "GET portals/self identity=alice -> 200",
            handshake: {
                var tls = Journal.Handshake(); tls.identity = "alice"; return tls
            }()
        ) { $0.answer = Journal.Answer(status: 200, code: 200, size: 1) },
    ])
    func `it can be read back, and holds no secret`(_ row: Case) throws {
        var request = Self.request()
        row.change(&request)
        let text = request.wireLine(over: row.handshake)
        #expect(text == row.line)
        #expect(!text.contains("secret") && !text.contains("abc"))
        let line = try WireLine(parsing: text)
        let canaries =
            request.grant == nil ? [] : [Canary(name: "code#1", kind: .authorizationCode, value: "abc", origins: [])]
        let seen = SeenRequest(request: request, previous: nil, canaries: canaries, handshake: row.handshake)
        #expect(line.differences(from: seen).isEmpty, "\(line.differences(from: seen))")
    }
}
