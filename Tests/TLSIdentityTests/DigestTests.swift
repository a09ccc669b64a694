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

    @Test func `random bytes differ and have the length asked for`() {
        #expect(randomBytes(0).isEmpty)
        #expect(randomBytes(-1).isEmpty)
        #expect(randomBytes(32).count == 32)
        #expect(randomBytes(32) != randomBytes(32))
    }
}
