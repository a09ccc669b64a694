import Fuzzing
import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// Answers that would fill the memory end before they do (rule R22, catalogue Z18).
struct `Large answers` {
    struct Text: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let unit: String
        let count: Int
        let code: PortalError.Code?
    }

    @Test(
        .ownThread,
        arguments: [
            Text(testDescription: "10 000 levels", unit: "[", count: 10_000, code: .malformedJSON),
            Text(testDescription: "10 000 levels of objects", unit: "{\"a\":", count: 10_000, code: .malformedJSON),
            Text(testDescription: "millions of numbers", unit: "0,", count: 4_100_000, code: .responseTooLarge),
            Text(testDescription: "a million objects", unit: "{\"\":0},", count: 1_100_000, code: .responseTooLarge),
        ]) func `are refused with what to do`(_ text: Text) async throws
    {
        let body = Array(("[" + String(repeating: text.unit, count: text.count)).utf8)
        let stage = Stage(script: { _ throws(TransportError) in HTTPResponse(status: 200, body: body) })
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == text.code)
        #expect(text.code != .responseTooLarge || error?.description.contains("ask for less") == true)
    }

    @Test func `are read where they are only long`() async throws {
        let body = Array("{\"a\":\"\(String(repeating: "x", count: 1 << 20))\"}".utf8)
        let stage = Stage(script: { _ throws(TransportError) in HTTPResponse(status: 200, body: body) })
        let answer = try await stage.ask(Traffic.server)
        #expect(answer.json["a"]?.string?.utf8.count == 1 << 20)
    }
}
