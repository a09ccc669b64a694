import HTTPSemantics
import JSONValues
import MockPortalServer
import Platform
import PortalConformance
import PortalJudge
import PortalTransport
import Testing

/// A portal and a profile, and what has to come of one row of conformance.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var preset = "token"
    var portal: JSONValue = [:]
    var profile = ""
    let row: String
    /// A code among the findings; nil where there is to be none.
    var code: String?
    /// Words of the reason why it does not apply; nil where it does.
    var reason: String?
    /// Words of the reason why nothing can be said; nil where something can.
    var hindrance: String?
    /// What the client sends otherwise; it may remember what it has seen.
    var fault: (@Sendable (inout HTTPRequest, Locked<String?>) -> Void)?
    /// A part of the URLs that the client asks for twice.
    var doubled: String?
    /// What the client reads otherwise.
    var reading: (@Sendable (HTTPRequest, inout HTTPResponse) -> Void)?

    /// Runs the row, and compares its verdict.
    func check(refreshToken: Bool = false) async throws {
        let bench = try ConformanceBench(preset, portal)
        defer { bench.portal.stop() }
        let token = refreshToken ? try await bench.refreshToken() : nil
        let seen = Locked<String?>(nil)
        let verdicts = try await bench.run([row], more: profile, refreshToken: token) { options in
            let (fault, reading, doubled) = (fault, reading, doubled)
            options.client = { transport in
                ChangedTransport(
                    transport: transport, reading: reading ?? { _, _ in },
                    doubles: { request in doubled.map { request.url.contains($0) } ?? false }
                ) { fault?(&$0, seen) }
            }
        }
        let verdict = try #require(verdicts[row])
        if let code {
            #expect(verdict.kind == .failed && verdict.findings.map(\.code).contains(code), "\(verdict)")
            let who = code.prefix { $0 != "." } + "."
            #expect(verdict.findings.allSatisfy { $0.code.hasPrefix(who) }, "no other side is blamed: \(verdict)")
        } else if let reason {
            #expect(verdict.kind == .notApplicable && verdict.reason?.contains(reason) == true, "\(verdict)")
        } else if let hindrance {
            #expect(verdict.kind == .notJudged && verdict.reason?.contains(hindrance) == true, "\(verdict)")
        } else {
            #expect(verdict.kind == .passed, "\(verdict)")
        }
    }

    /// What a portal answers in the place of its own answer.
    static func json(_ operation: String, _ body: JSONValue, listener: String? = nil) -> JSONValue {
        var answer: JSONValue = ["operation": .string(operation), "contentType": "application/json", "body": body]
        if let listener { answer["listener"] = .string(listener) }
        return answer
    }

    static let refusal: JSONValue = ["error": ["code": 400, "message": "Unable to generate token.", "details": []]]
    static let invalid: JSONValue = ["error": ["code": 498, "message": "Invalid token.", "details": []]]
}
