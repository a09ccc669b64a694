import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import PortalTransport
import ScenarioFormat
import Testing

@testable import PortalConformance

/// What a report tells of what crossed the wire.
@Suite struct `Transcripts` {
    @Test func `hold no token that a portal shows before it gives it out`() async throws {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        let token = "q7Zt0mVxW3rLb9KcYh2NfUd8SgJe5PaQ"
        let done = try await bench.report(["C01", "C09"]) { options in
            options.wire = {
                ChangedTransport(
                    transport: $0,
                    reading: { request, response in
                        guard var answer = try? JSONValue(parsing: response.body) else { return }
                        answer[answer["token"] == nil ? "fullVersion" : "token"] = .string(token)
                        response.body = Array(answer.text().utf8)
                    }, change: { _ in })
            }
        }
        let texts = done.report.results.map { "\($0.evidence) \($0.verdict)" }
        #expect(texts.contains { $0.contains("redacted-secret") })
        #expect(!texts.contains { $0.contains(token) })
    }

    @Test func `learn so many tokens from addresses, and tell nothing of an answer with more`() throws {
        let profile = try ConformanceProfile(parsing: "", source: "profile.yaml", folder: "/")
        var transcript = TranscriptEvidence(profile)
        var outcome = RowOutcome()
        outcome.exchanges = [
            Self.exchange("token=first-token"),
            Self.exchange((0..<1000).map { "token=number-\($0 + 1000) " }.joined()),
        ]
        transcript.learn(outcome.exchanges)
        #expect(transcript.canaries.count == 256)
        let told = transcript.evidence(outcome).output.map(\.text)
        #expect(told.count == 2 && told[0].contains("token=redacted-secret-1") && !told[0].contains("first-token"))
        #expect(told[1] == "HTTP/1.1 200, not told: it holds more than 256 tokens")
    }

    private static func exchange(_ body: String) -> WireExchange {
        var exchange = WireExchange(
            number: body.utf8.count, began: 0, moment: 0, request: HTTPRequest(url: "https://portal.test/x"),
            isProbe: false)
        exchange.response = HTTPResponse(status: 200, body: Array(body.utf8))
        return exchange
    }

    @Test func `learn a token within an address within an address, and read no endless one`() throws {
        let profile = try ConformanceProfile(parsing: "", source: "profile.yaml", folder: "/")
        var transcript = TranscriptEvidence(profile)
        var outcome = RowOutcome()
        outcome.exchanges = [
            Self.exchange("https://a.test/?token=https://b.test/?token=inner-token and inner-token"),
            Self.exchange(String(repeating: "token=", count: 20_000)),
        ]
        transcript.learn(outcome.exchanges)
        let told = transcript.evidence(outcome).output.map(\.text)
        #expect(told.count == 2 && !told[0].contains("inner-token") && told[0].contains("redacted-secret-"))
        #expect(told.last == "HTTP/1.1 200, not told: it holds a token of more than 8192 bytes")
        #expect(transcript.canaries.count == 2)
    }

    /// Answers a body of a size.
    private struct LargeAnswers: HTTPTransport {
        let size: Int
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(status: 200, body: [UInt8](repeating: 0x20, count: size))
        }
        func retireConnections(to origin: Origin?) async {}
        func setTrust(_ trust: TrustDecisions) async {}
    }

    @Test func `keep so much of the answers of a run, of all its clients together`() async throws {
        let room = AnswerRoom()
        let clients = (0..<2).map { _ in
            RecordingTransport(LargeAnswers(size: AnswerRoom.most / 2), keepingIn: room)
        }
        let request = HTTPRequest(url: "https://portal.test/x")
        for client in clients { #expect(try await client.send(request).status == 200) }
        let error = await #expect(throws: TransportError.self) { try await clients[0].send(request) }
        #expect(error?.code == .responseTooLarge && clients[0].exchanges.map { $0.response == nil } == [false, true])
    }
}
