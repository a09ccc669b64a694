import Testing

@testable import MockPortalServer

@Suite struct `Complaints of the parser` {
    @Test(arguments: [
        "Connection was closed by remote side with incomplete request.",
        "Connection socket is closed when reading request due to the error: The socket is no longer available for sending",
        "Socket has been disconnected when reading request.",
    ])
    func `are told as the end of a connection where the client ended it`(complaint: String) {
        #expect(ParserComplaint.text(of: complaint) == "the client ended the connection in the middle of its request")
    }

    @Test func `show the page that is sent`() {
        let page = "<html><head><title>It's too long</title></head><body>The target is 'too' long.</body></html>"
        let complaint = "Error processing request (HTTP response code is 414 ('\(page)')). Closing connection."
        #expect(ParserComplaint.page(in: complaint).map(String.init) == page)
        #expect(ParserComplaint.text(of: complaint) == "It's too long The target is 'too' long.")
        #expect(ParserComplaint.page(in: "Connection was closed by 'x'") == nil)
    }

    @Test func `keep a refusal whose client left before it was sent to its end`() {
        let refusal =
            "Error processing request (HTTP response code is 400 ('<html><body>malformed</body></html>')). Closing connection."
        let sending =
            "Failed to send the response body for the request for `(null)'. Error: The socket is no longer available for sending"
        #expect(ParserComplaint.weightier(refusal, sending) == refusal)
        #expect(ParserComplaint.weightier(nil, sending) == sending)
        #expect(ParserComplaint.weightier(sending, refusal) == refusal)
        #expect(ParserComplaint.weightier("Socket has been disconnected when reading request.", sending) == sending)
    }
}
