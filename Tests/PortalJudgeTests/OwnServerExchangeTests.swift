import HTTPSemantics
import PortalJudge
import Testing

/// The exchange of the portal's token for one of the server at its own origin, by a client that is told a task.
@Suite struct `Exchange for the portal's own server` {
    private static func asked(_ lines: [String]) throws -> Expectation {
        var expectation = Expectation()
        expectation.task = TaskWire(
            patterns: try lines.map { text in
                let isOptional = text.hasPrefix("optional: ")
                let line = WirePattern.line(
                    try WireLine(parsing: isOptional ? String(text.dropFirst(10)) : text), count: 1)
                return isOptional ? .optional(line) : line
            }, reads: ["portals/self", "Traffic"])
        return expectation
    }

    private static let signIn = "POST generateToken user=alice -> token#1"
    private static let read = [signIn, "GET Traffic +token#1 -> 200"]
    /// A token that is refused, and a sign-in that answers with a good one.
    private static let renewal = [
        signIn, "GET Traffic +token#1 -> 498", "POST generateToken user=alice -> token#2",
        "GET Traffic +token#2 -> 200",
    ]
    /// A token that is refused, and a sign-in that may be left out, for every token is.
    private static let refusal = [
        signIn, "GET Traffic +token#1 -> 498", "optional: POST generateToken user=alice -> token#2",
        "optional: GET Traffic +token#2 -> 498",
    ]

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [String]
        let kind: Verdict.Kind
        let plant: @Sendable (inout EvidenceBuilder) -> Void
    }

    static let rows = [
        Row(
            testDescription: "and the token of the server in the place of the portal's",
            lines: read, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.request("GET", "Traffic", token: "token#2")
        },
        Row(
            testDescription: "that names a token and a server and nothing more",
            lines: read, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2", asks: "")
            $0.request("GET", "Traffic", token: "token#2")
        },
        Row(
            testDescription: "that asks for something else", lines: read,
            kind: .failed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2", asks: "request=other&")
            $0.request("GET", "Traffic", token: "token#2")
        },
        Row(
            testDescription: "that renews where a new sign-in may be left out",
            lines: refusal, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.request("GET", "Traffic", token: "token#2", code: 498)
            $0.exchange("token#1", "token#3")
            $0.request("GET", "Traffic", token: "token#3", code: 498)
        },
        Row(
            testDescription: "that is refused after a new sign-in that may be left out",
            lines: refusal, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", nil)
            $0.login(issued: "token#2")
            $0.exchange("token#2", nil)
        },
        Row(
            testDescription: "after which a new sign-in is the second token",
            lines: renewal, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.request("GET", "Traffic", token: "token#2", code: 498)
            $0.login(issued: "token#3")
            $0.exchange("token#3", "token#4")
            $0.request("GET", "Traffic", token: "token#4")
        },
        Row(
            testDescription: "that is refused in the place of the request",
            lines: renewal, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", nil)
            $0.login(issued: "token#2")
            $0.exchange("token#2", "token#3")
            $0.request("GET", "Traffic", token: "token#3")
        },
        Row(
            testDescription: "again in the place of a new sign-in",
            lines: renewal, kind: .passed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.request("GET", "Traffic", token: "token#2", code: 498)
            $0.exchange("token#1", "token#3")
            $0.request("GET", "Traffic", token: "token#3")
        },
        Row(
            testDescription: "whose token is never used", lines: read, kind: .failed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.request("GET", "Traffic", token: "token#1")
        },
        Row(
            testDescription: "twice for no reason", lines: read, kind: .failed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.exchange("token#1", "token#3")
            $0.request("GET", "Traffic", token: "token#3")
        },
        Row(
            testDescription: "for a server at another origin", lines: read,
            kind: .failed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2", server: "https://127.0.0.2:9443/server")
            $0.request("GET", "Traffic", token: "token#2")
        },
        Row(
            testDescription: "where the scenario asks for the exchange itself",
            lines: [
                signIn, "POST generateToken +token#1 form.request=getToken -> token#2", "GET Traffic +token#1 -> 200",
            ], kind: .failed
        ) {
            $0.login()
            $0.exchange("token#1", "token#2")
            $0.request("GET", "Traffic", token: "token#2")
        },
    ]

    @Test(arguments: rows)
    func `counts for nothing but its token`(_ row: Row) throws {
        var builder = EvidenceBuilder(.foreign)
        row.plant(&builder)
        let verdict = Judge.verdict(on: builder.evidence, expecting: try Self.asked(row.lines))
        #expect(verdict.kind == row.kind, "\(verdict.findings)")
    }
}

extension EvidenceBuilder {
    /// The portal's token exchanged for one of a server; `nil` where it was refused.
    fileprivate mutating func exchange(
        _ token: String, _ issued: String?, server: String = "\(origin)/server", asks: String = "request=getToken&"
    ) {
        request(
            "POST", "generateToken", code: issued == nil ? 498 : 200, issued: issued,
            body: "\(asks)serverUrl=\(server)&f=json", target: "/portal/sharing/rest/generateToken")
        evidence.journal.requests[evidence.journal.requests.count - 1].presented = [
            Journal.PresentedToken(carrier: .form, alias: token)
        ]
    }

    fileprivate mutating func login(issued: String) {
        login()
        evidence.journal.requests[evidence.journal.requests.count - 1].answer?.issued = issued
    }
}
