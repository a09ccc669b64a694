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
}
