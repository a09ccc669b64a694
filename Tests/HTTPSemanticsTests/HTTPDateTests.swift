import HTTPSemantics
import Testing

@Suite struct `HTTP dates` {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        ] as [(Int64, String)])
    func `are written as RFC 9110 writes them`(seconds: Int64, text: String) {
        #expect(HTTPDate.text(seconds) == text)
    }
}
