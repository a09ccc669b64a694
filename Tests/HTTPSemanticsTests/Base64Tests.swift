import HTTPSemantics
import Testing

@Suite("Base 64") struct Base64Tests {
    @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")])
    func `base64url gives the vectors of RFC 4648 without padding`(text: String, encoded: String) {
        #expect(Base64URL.encode(text.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test func `base64url uses the URL-safe alphabet and refuses what is not of it`() {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        for text in ["+/8", "Zg==", "Z", "Zh", "Zm9v\n"] { #expect(Base64URL.decode(text) == nil, "\(text)") }
    }
}
