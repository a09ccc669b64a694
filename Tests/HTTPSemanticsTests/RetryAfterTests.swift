import HTTPSemantics
import Testing

@Suite struct `Retry-After` {
    /// The second and the fifth row are the examples of RFC 9110 §10.2.3.
    @Test(
        arguments: [
            ("0", .delay(seconds: 0)), ("120", .delay(seconds: 120)), ("007", .delay(seconds: 7)),
            ("9223372036854775808", .delay(seconds: .max)),
            ("Fri, 31 Dec 1999 23:59:59 GMT", .date(seconds: 946_684_799)),
            ("Friday, 31-Dec-99 23:59:59 GMT", .date(seconds: 946_684_799)),
            ("Fri Dec 31 23:59:59 1999", .date(seconds: 946_684_799)),
        ] as [(String, RetryAfter)])
    func `is a delay in digits or a date`(text: String, expected: RetryAfter) {
        #expect(RetryAfter(text, now: 1_700_000_000) == expected)
    }

    @Test(arguments: ["", "soon", "-1", "+1", "1.5", "1 s", "٣", " 1"])
    func `is nothing else`(text: String) {
        #expect(RetryAfter(text, now: 1_700_000_000) == nil)
    }
}
