import GSSAPI
import Testing

@Suite struct `Words of the GSS-API` {
    struct Row: CustomTestStringConvertible, Sendable {
        let major: String
        let minor: String
        let words: String
        var testDescription: String { "\(major) | \(minor)" }
    }

    private static let unspecified = "Unspecified GSS failure.  Minor code may provide more information"

    @Test(arguments: [
        Row(major: unspecified, minor: "Success", words: "Unspecified GSS failure"),
        Row(major: unspecified, minor: "Unknown error", words: "Unspecified GSS failure"),
        Row(major: unspecified, minor: "Unknown error 100003", words: "Unspecified GSS failure"),
        Row(major: unspecified, minor: "", words: "Unspecified GSS failure"),
        Row(major: "Minor code may provide more information", minor: "Success", words: ""),
        Row(
            major: "Invalid token was supplied", minor: "Minor code may provide more information",
            words: "Invalid token was supplied"),
        Row(major: "", minor: "Ticket expired", words: "Ticket expired"),
        Row(major: unspecified, minor: "Ticket expired", words: "\(unspecified): Ticket expired"),
    ])
    func `leave out a minor status that says nothing`(_ row: Row) {
        #expect(GSSError.words(major: row.major, minor: row.minor) == row.words)
    }
}
