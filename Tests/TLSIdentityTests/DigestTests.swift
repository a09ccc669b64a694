import HTTPSemantics
import Testing

@testable import TLSIdentity

@Suite struct Digests {
    @Test func `SHA-256 gives the vectors of FIPS 180-4`() {
        #expect(Digest.sha256Hex("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.sha256Hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `MD5 gives the vectors of RFC 1321`() {
        #expect(Digest.md5Hex([]) == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(Digest.md5Hex("abc".utf8) == "900150983cd24fb0d6963f7d28e17f72")
        #expect(Digest.md5("message digest".utf8).count == 16)
        #expect(Digest.md5Hex(Array("message digest".utf8).reversed().reversed()) == "f96b697d7cb7938d525a2f31aaf161d0")
    }

    @Test func `MD4 gives the vectors of RFC 1320`() throws {
        #expect(Hexadecimal.encode(Digest.md4([])) == "31d6cfe0d16ae931b73c59d7e0c089c0")
        #expect(Hexadecimal.encode(Digest.md4("abc".utf8)) == "a448017aaf21d8525fc10ae87aa6729d")
    }

    @Test func `HMAC-MD5 gives the vectors of RFC 2202`() {
        let short = Digest.hmacMD5(key: Array("Jefe".utf8), "what do ya want for nothing?".utf8)
        #expect(Hexadecimal.encode(short) == "750c783e6ab0b503eaa86e310a5db738")
        let long = Digest.hmacMD5(
            key: [UInt8](repeating: 0xaa, count: 80), "Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(Hexadecimal.encode(long) == "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd")
    }

    @Test func `random bytes differ and have the length asked for`() {
        #expect(randomBytes(0).isEmpty)
        #expect(randomBytes(-1).isEmpty)
        #expect(randomBytes(32).count == 32)
        #expect(randomBytes(32) != randomBytes(32))
    }
}
