import HTTPSemantics
import PortalJudge
import Testing

/// A key in what a client wrote, as the bytes that it is.
@Suite struct `A key among bytes` {
    private static let canary = Canary(name: "key:alice", kind: .privateKey, value: KeyText.base64, origins: [])
    private static let mark = " redacted-key-alice "
    private static let key = KeyText.bytes
    /// As short as a part may be.
    private static let part = Array(key[50..<68])

    /// The evidence of a client that wrote bytes.
    private static func evidence(_ bytes: [UInt8]) -> Evidence {
        var evidence = Evidence(client: .foreign)
        evidence.canaries = [canary]
        evidence.output = [ClientOutput(place: "standard error", text: RawKeys([canary]).text(of: bytes))]
        return evidence
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        /// What a report holds.
        let shown: String
    }

    private static let rows = [
        Row(testDescription: "alone", bytes: key, shown: mark),
        Row(
            testDescription: "among others", bytes: [0xFF, 0, 0x80] + key + [0xC3, 0x0A],
            shown: "\u{FFFD}\0\u{FFFD}\(mark)\u{FFFD}\n"),
        Row(testDescription: "twice in a row", bytes: key + key, shown: mark + mark),
        Row(
            testDescription: "in two parts", bytes: Array(key[..<70]) + [0] + Array(key[70...]),
            shown: "\(mark)\0\(mark)"),
        Row(testDescription: "as 18 bytes of it", bytes: part, shown: mark),
        // Without the blanks these would take the first digits with them.
        Row(testDescription: "behind a backslash", bytes: [0x5C] + part, shown: "\\\(mark)"),
        Row(testDescription: "behind a percent sign", bytes: [0x25] + part, shown: "%\(mark)"),
    ]

    @Test(arguments: rows) func `is found, and no report holds anything of it`(_ row: Row) {
        let evidence = Self.evidence(row.bytes)
        let stored = evidence.redacted()
        #expect(stored.output.map(\.text) == [row.shown])
        for judged in [evidence, stored] {
            let findings = Judge.verdict(on: judged, expecting: Expectation()).findings
            #expect(findings.map(\.code) == ["secret.in-output"])
        }
    }

    @Test func `is found by each of its parts, however long they are`() {
        for start in 0..<24 {
            for count in 18..<24 {
                let part = Array(Self.key[start..<start + count])
                #expect(Self.evidence([0xFE] + part).redacted().output.map(\.text) == ["\u{FFFD}\(Self.mark)"])
            }
        }
    }

    /// As a header field keeps bytes that are no UTF-8, and as a program prints them that takes each for a character.
    @Test func `is found where each byte is a character`() {
        let text = String(String.UnicodeScalarView(Self.key.map { Unicode.Scalar($0) }))
        var builder = EvidenceBuilder(.foreign)
        builder.writes(key: "key \(text)!")
        builder.request("GET", "info", headers: [HeaderField("X-Note", text)])
        let stored = builder.evidence.redacted()
        #expect(stored.output.map(\.text) == ["key redacted-key-alice!"])
        #expect(stored.journal.requests.last?.headers.map(\.value) == ["redacted-key-alice"])
        for judged in [builder.evidence, stored] {
            let codes = Judge.verdict(on: judged, expecting: Expectation()).findings.map(\.code)
            #expect(codes.contains("secret.in-output") && codes.contains("secret.in-header"), "\(codes)")
        }
    }

    @Test func `is told from what is none`() {
        let others: [[UInt8]] = [Array(Self.part.dropLast()), Array(Self.key.reversed()), Array("a text, ä".utf8), []]
        for bytes in others {
            let text = RawKeys([Self.canary]).text(of: bytes)
            #expect(text == String(decoding: bytes, as: UTF8.self))
        }
        // A placeholder in the place of a key is none.
        let stored = Self.evidence(Self.key).redacted().canaries
        #expect(RawKeys(stored).encoded(in: Self.key) == Self.key)
    }
}
