import Testing

@testable import HTTPSemantics

@Suite struct `Percent-encoding` {
    @Test func `leaves the unreserved characters of RFC 3986 §2_3`() {
        let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        #expect(PercentEncoding.encode(plain) == plain)
        for byte in UInt8.min...UInt8.max where !plain.utf8.contains(byte) {
            #expect(!PercentEncoding.PlainBytes.unreserved.contains(byte))
        }
    }

    /// ALPHA, DIGIT and `!#$&+-.^_`|~`.
    @Test func `leaves the attr-char of RFC 8187 §3_2_1 where a header asks for it`() {
        let plain = "AZaz09!#$&+-.^_`|~"
        #expect(PercentEncoding.encode(plain, keeping: .attributeCharacters) == plain)
        #expect(PercentEncoding.encode("*'% (\u{7F}\u{0}", keeping: .attributeCharacters) == "%2A%27%25%20%28%7F%00")
    }

    /// RFC 3986 §2.1 and §2.5.
    @Test(
        arguments: [
            (" ", "%20"), ("%", "%25"), ("A", "A"), ("À", "%C3%80"), ("ア", "%E3%82%A2"), ("\r\n", "%0D%0A"),
            ("a&b=c+d/e?f#g", "a%26b%3Dc%2Bd%2Fe%3Ff%23g"), ("e\u{301}", "e%CC%81"), ("", ""),
        ])
    func `writes bytes of UTF-8 in upper case and reads them back`(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(PercentEncoding.decodeText(encoded).utf8.elementsEqual(text.utf8))
        #expect(PercentEncoding.decodeText(encoded.lowercased()).lowercased() == text.lowercased())
    }

    /// URL Standard §1.3, percent-decode.
    @Test(
        arguments: [
            ("%", "%"), ("%4", "%4"), ("%4x", "%4x"), ("%x4", "%x4"), ("%%41", "%A"), ("%25%32%35", "%25"),
            ("a+b", "a+b"),
            ("%c3%80", "À"), ("%25%s%1G", "%%s%1G"), ("‽%25%2E", "‽%."), ("%FF", "\u{FFFD}"),
        ])
    func `is read leniently: a stray percent sign stands for itself`(encoded: String, text: String) {
        #expect(PercentEncoding.decodeText(encoded) == text)
        #expect(String(decoding: PercentEncoding.decode(Array(encoded.utf8)[...]), as: UTF8.self) == text)
    }

    /// RFC 3986 §6.2.2.2.
    @Test(arguments: [
        ("/portals/%73elf", "/portals/self"), ("%7Ea%2D%2e", "~a-."), ("a%2Fb%20c", "a%2Fb%20c"), ("%2541", "%2541"),
        ("%C3%A9%4", "%C3%A9%4"), ("", ""),
    ])
    func `is left out of unreserved characters, once`(written: String, normal: String) {
        #expect(PercentEncoding.normalize(written[...]) == normal)
    }

    @Test func `is read in a slice of other bytes`() {
        let bytes = Array("%41%42%43".utf8)
        #expect(PercentEncoding.decode(bytes[3..<6]) == [0x42])
        #expect(PercentEncoding.decode(bytes[3..<5]) == Array("%4".utf8))
    }

    @Test(arguments: ["%", "%4", "%4x", "a b", "a*", "a'b", "À"])
    func `is refused where it is read strictly`(encoded: String) {
        #expect(PercentEncoding.decodeStrictly(Array(encoded.utf8)[...], keeping: .attributeCharacters) == nil)
    }
}
