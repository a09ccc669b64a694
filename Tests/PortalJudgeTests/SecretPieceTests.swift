import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@Suite struct `Pieces of secrets` {
    /// 40 characters, none of them encoded anywhere.
    private static let secret = "q7Zt0mVxW3rLb9KcYh2NfUd8SgJe5PaQi1Tow6Bz"
    private static let piece = "piece-of-token-1"

    private static func redacted(_ text: String, value: String = secret) -> String {
        var evidence = Evidence(client: .foreign)
        evidence.canaries = [Canary(name: "token#1", kind: .token, value: value, origins: [])]
        evidence.complaints = [text]
        return evidence.redacted().complaints[0]
    }

    private static func hex(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0\(digits)" : digits
        }.joined()
    }

    private static func percent(_ text: String) -> String {
        text.utf8.map { "%\(hex(String(UnicodeScalar($0))))" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "\\u00\(hex(String(UnicodeScalar($0))))" }.joined()
    }

    /// A text in lines of so many characters.
    private static func lines(_ text: String, of count: Int, _ ending: String = "\r\n") -> String {
        stride(from: 0, to: text.utf8.count, by: count).map { String(text.dropFirst($0).prefix(count)) }
            .joined(separator: ending)
    }

    @Test func `what mails and pages make of a secret hides it no more`() {
        let entities = Self.secret.utf8.map { "&#\($0);" }.joined()
        let hexadecimal = Self.secret.utf8.map { "&#x\(String($0, radix: 16));" }.joined()
        let quoted = Self.secret.utf8.map { "=\(Self.hex(String(UnicodeScalar($0))).uppercased())" }.joined()
        let wide = Self.secret.map { "\($0)" }.joined(separator: "\0")
        for form in [
            entities, hexadecimal, quoted, Self.lines(Self.secret, of: 10, "=\r\n"), Self.lines(Self.secret, of: 8),
            wide,
        ] {
            #expect(Self.redacted("<\(form)>") == "<\(Self.piece)>", "\(form)")
        }
        let wrapped = Self.redacted("<\(Self.lines(Base64.encode(Array(Self.secret.utf8)), of: 12))>")
        #expect(wrapped.contains(Self.piece), "\(wrapped)")
    }

    @Test func `what only looks like that stays`() {
        for text in ["&#;&#x;&#99999999999;", "a=41=42\r\nb=", "x\0y\n", "&", "&#97", "=4"] {
            #expect(Self.redacted(text) == text)
        }
    }

    @Test(arguments: 0...24)
    func `sixteen characters in a row are found wherever they begin`(start: Int) {
        let part = String(Self.secret.dropFirst(start).prefix(16))
        #expect(Self.redacted("Cookie: agwtoken=\(part)…") == "Cookie: agwtoken=\(Self.piece)…")
    }

    @Test func `a piece is found in every form in which a whole secret is`() {
        let part = String(Self.secret.dropFirst(7).prefix(20))
        for form in [part, Self.hex(part), Self.hex(part).uppercased(), Self.percent(part), Self.escaped(part)] {
            #expect(Self.redacted("<\(form)>") == "<\(Self.piece)>", "\(form)")
        }
        for before in ["", "a", "ab"] {
            let text = Self.redacted("<\(Base64.encode(Array((before + part + "xyz").utf8)))>")
            #expect(text.contains(Self.piece), "\(text)")
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5], ["abcdefX7Q", "abcdefgX7Q", "abcdefghX7Q"])
    func `no end of a whole secret is left in base64`(before: Int, secret: String) {
        for after in ["", "y", "yz"] {
            let whole = String(repeating: "a", count: before) + secret + after
            let text = Self.redacted(Base64.encode(Array(whole.utf8)), value: secret)
            let bytes = Base64.decode(text) ?? []
            #expect(!bytes.isEmpty, "\(text)")
            let shown = String(decoding: bytes, as: UTF8.self)
            #expect(!shown.contains("7Q") && !shown.contains("Q"), "\(whole): \(shown)")
        }
    }

    @Test func `a whole secret that was percent-encoded twice is found`() {
        let twice = PercentEncoding.encode(Self.percent(Self.secret))
        #expect(Self.redacted("/x?next=\(twice)&y") == "/x?next=redacted-token-1&y")
    }

    @Test func `fifteen characters stay`() {
        let part = String(Self.secret.prefix(15))
        #expect(Self.redacted("<\(part)>") == "<\(part)>")
    }

    @Test func `a whole secret keeps its own placeholder, and a piece beside it gets another`() {
        let text = Self.redacted("\(Self.secret) \(Self.secret.dropFirst(4))")
        #expect(text == "redacted-token-1 \(Self.piece)")
    }

    @Test func `a secret that is short is searched for as a whole only`() {
        #expect(Self.redacted("<abcdefghi-rest>", value: "abcdefghij") == "<abcdefghi-rest>")
    }

    @Test func `what is encoded in part is found`() {
        let part = Self.secret.prefix(24)
        let mixed = part.prefix(5) + Self.percent(String(part.dropFirst(5).prefix(3))) + part.dropFirst(8)
        #expect(Self.redacted("\\\"\(mixed)%") == "\\\"\(Self.piece)%")
    }
}
