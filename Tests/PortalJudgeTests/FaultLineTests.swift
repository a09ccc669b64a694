import PortalJudge
import Testing

@Suite struct `Wire lines of faults` {
    struct Line: CustomTestStringConvertible, Sendable {
        var testDescription: String { text }
        let text: String
        /// What differs; nil where the line is the request.
        var difference: String?
        /// Milliseconds by which the clocks were moved between two requests, and that went by in real time besides.
        var advanced: Int64 = 600
        var passed: Int64 = 5000
        var client: Evidence.Client = .builtIn
    }

    private func findings(_ line: Line) throws -> [Finding] {
        var builder = EvidenceBuilder(line.client)
        builder.request("GET", "portals/self", code: nil, fault: "reset body 10")
        builder.request("GET", "info", code: 200)
        builder.request("GET", "portals/self", code: 200)
        builder.evidence.journal.requests[2].advanced = line.advanced
        builder.evidence.journal.requests[0].advanced = 0
        builder.evidence.journal.requests[2].portalTime = line.advanced + line.passed
        let expectation = try Expectation.wire(
            "GET portals/self fault=reset_body_10 -> none", "GET info -> 200", line.text)
        return Judge.verdict(on: builder.evidence, expecting: expectation).findings
    }

    @Test(arguments: [
        Line(text: "GET portals/self gap=500ms -> 200"),
        Line(text: "GET portals/self gap=500ms..700ms -> 200"),
        Line(text: "GET portals/self gap=1s -> 200", difference: "came 600 ms after the one before"),
        Line(text: "GET portals/self gap=100ms..500ms -> 200", difference: "came 600 ms after the one before"),
        Line(text: "GET portals/self gap=5s..6s -> 200", client: .foreign),
        Line(
            text: "GET portals/self gap=5s..6s -> 200", difference: "came 600 ms after the one before",
            client: .builtIn),
        Line(text: "GET portals/self fault=reset -> 200", difference: "fault is absent"),
    ])
    func `ask what they write`(_ line: Line) throws {
        let finding = try findings(line).first { $0.code == "wire.order" }
        #expect(finding?.difference == line.difference)
    }

    @Test func `a gap needs a request before`() throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "portals/self", code: 200)
        let verdict = Judge.verdict(
            on: builder.evidence, expecting: try .wire("GET portals/self gap=1s -> 200"))
        #expect(verdict.findings.first?.difference == "no earlier request of portals/self")
    }

    @Test(arguments: [
        ("GET portals/self gap=1", "1"), ("GET portals/self gap=700ms..500ms", "700ms..500ms"),
        ("GET portals/self gap=..1s", "..1s"), ("GET portals/self gap=1s..2s..3s", "1s..2s..3s"),
    ])
    func `a gap that cannot be read is told`(_ row: (text: String, written: String)) {
        let error = #expect(throws: WireLineError.self) { try WireLine(parsing: row.text) }
        #expect(error?.written == row.written)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var testDescription: String { "\(lines) for \(faults)" }
        let lines: [String]
        let faults: [String?]
        var listener = "portal"
        var code: String?
    }

    @Test(arguments: [
        Refusal(lines: ["2x TLS refused fault=reset"], faults: ["reset", "reset"]),
        Refusal(lines: ["TLS refused fault=reset"], faults: ["reset", "reset"], code: "handshake.unexpected"),
        Refusal(lines: ["3x TLS refused fault=reset"], faults: ["reset", "reset"], code: "handshake.missing"),
        Refusal(lines: ["TLS refused"], faults: ["reset"], code: "handshake.missing"),
        Refusal(lines: ["TLS refused fault=reset"], faults: [nil], code: "handshake.missing"),
        Refusal(lines: ["TLS refused @http fault=stall"], faults: ["stall"], listener: "http"),
        Refusal(lines: [], faults: ["stall"], listener: "http", code: "handshake.unexpected"),
        Refusal(lines: [], faults: [nil], listener: "http"),
    ])
    func `connections that met a fault are counted by its words`(_ refusal: Refusal) throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "portals/self")
        for fault in refusal.faults {
            let origin = refusal.listener == "http" ? "http://localhost:8080" : EvidenceBuilder.origin
            builder.connection(listener: refusal.listener, origin: origin, requestBytes: 0)
            builder.evidence.journal.connections[builder.evidence.journal.connections.count - 1].fault = fault
        }
        var expectation = try Expectation.wire("GET portals/self -> 200")
        expectation.refusedHandshakes = try refusal.lines.map { try HandshakeLine(parsing: $0) }
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).findings.first?.code == refusal.code)
    }
}
