import HTTPSemantics
import Testing

@Suite("Base 64") struct Base64Tests {
    /// RFC 4648 §10: the text, its base 64.
    private static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors)
    func `base64 gives the vectors of RFC 4648 and reads them with and without padding`(text: String, encoded: String) {
        #expect(Base64.encode(text.utf8) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
        #expect(Base64.decode(encoded.prefix { $0 != "=" }) == Array(text.utf8))
    }

    @Test(arguments: vectors)
    func `base64url gives the vectors of RFC 4648 without padding`(text: String, encoded: String) {
        let bare = String(encoded.prefix { $0 != "=" })
        #expect(Base64URL.encode(text.utf8) == bare)
        #expect(Base64URL.decode(bare) == Array(text.utf8))
    }

    @Test func `every digit stands for its value in both alphabets`() {
        let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let bytes = stride(from: 0, to: 64, by: 4).flatMap { first -> [UInt8] in
            let group = (first..<first + 4).reduce(0) { $0 << 6 | $1 }
            return [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
        }
        #expect(Base64.encode(bytes) == common + "+/")
        #expect(Base64URL.encode(bytes) == common + "-_")
        #expect(Base64.decode(common + "+/") == bytes)
        #expect(Base64URL.decode(common + "-_") == bytes)
    }

    @Test(arguments: ["-_8=", "Z", "Zm9vY", "Zg===", "Zg==Zg==", "=", "==", "Zm9v\n", " Zm9v", "Zm9é"])
    func `base64 refuses what is not of it`(text: String) { #expect(Base64.decode(text) == nil) }

    @Test(arguments: ["+/8", "Zg==", "Z", "Zh", "Zm9v\n", "="])
    func `base64url refuses another alphabet, padding and spare bits`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `base64 reads a last digit with spare bits, as servers do`() {
        #expect(Base64.decode("Zh==") == Array("f".utf8))
        #expect(Base64.decode("Zm9=") == Array("fo".utf8))
    }

    @Test func `hex is lower case with two digits for each byte`() {
        #expect(Hexadecimal.encode([]) == "")
        #expect(Hexadecimal.encode([0x00, 0x09, 0x0A, 0x9F, 0xA0, 0xFF]) == "00090a9fa0ff")
    }
}
