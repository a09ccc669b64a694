import PortalTransport
import Testing

@testable import PortalAuthentication

@Suite struct `Words for broken wires` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let url: String
        /// Whether a line of a head came before what could not be read.
        let isHTTP: Bool
        var advice = ""
    }

    @Test(arguments: [
        Case(
            testDescription: "no HTTP at a plain address", url: "http://gis.test/portal", isHTTP: false,
            advice: "; where the server speaks TLS at that port, write https://"),
        Case(testDescription: "a broken answer at a plain address", url: "http://gis.test/portal", isHTTP: true),
        Case(testDescription: "no HTTP over TLS", url: "https://gis.test/portal", isHTTP: false),
    ])
    func `advise TLS only where a plain address has begun no answer of HTTP`(row: Case) {
        let error = PortalError(
            TransportError(.malformedResponse, url: row.url, detail: "malformed", hasReceivedBytes: row.isHTTP))
        #expect(error.code == .malformedResponse)
        #expect(error.detail == "malformed" + row.advice)
    }
}
