import HTTPSemantics
import TLSIdentity
import Testing

/// Keys that sign messages.
@Suite struct `Signing keys` {
    private func key(_ algorithm: KeyAlgorithm) throws -> SigningKey {
        try SigningKey(algorithm, commonName: "test", validity: 0..<4_000_000_000)
    }

    @Test(arguments: KeyAlgorithm.allCases)
    func `verify what they signed, and nothing else`(algorithm: KeyAlgorithm) throws {
        let key = try key(algorithm)
        let message = Array("a message".utf8)
        let signature = try key.signature(of: message)
        let known = try VerificationKey(certificateDER: key.certificateDER)
        #expect(known.algorithm == algorithm)
        #expect(known.verifies(signature, of: message))
        #expect(!known.verifies(signature, of: message + [0]))
        #expect(!known.verifies(signature.dropLast() + [signature[signature.count - 1] ^ 1], of: message))
        #expect(!known.verifies([], of: message))
        let other = try VerificationKey(certificateDER: try self.key(algorithm).certificateDER)
        #expect(!other.verifies(signature, of: message))
        switch try known.numbers() {
        case .rsa(let modulus, let exponent):
            #expect(algorithm == .rsa && modulus.count == 256 && exponent == [1, 0, 1] && signature.count == 256)
        case .p256(let x, let y): #expect(algorithm == .p256 && x.count == 32 && y.count == 32 && signature.count == 64)
        }
        #expect(throws: TLSIdentityError.self) { try VerificationKey(certificateDER: [1, 2, 3]) }
    }

    /// RFC 6238 Appendix B, SHA-1 with eight digits.
    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func `authenticator apps show the codes of RFC 6238`(seconds: Int64, code: String) {
        let secret = Array("12345678901234567890".utf8)
        #expect(Base32.decode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") == secret)
        #expect(OneTimeCode.text(of: OneTimeCode.counter(at: seconds * 1000), secret: secret, digits: 8) == code)
    }

    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("MY======", "f"), ("MZXQ====", "fo"), ("mzxw6", "foo"), ("MZXW6YQ", "foob"), ("MZXW6YTB", "fooba"),
        ("MZXW6YTBOI======", "foobar"),
    ])
    func `secrets are written in base 32`(text: String, bytes: String) {
        #expect(Base32.decode(text) == Array(bytes.utf8))
    }

    @Test(arguments: ["1", "A", "MZX", "MZXW6YTB0", "é"])
    func `other texts are no base 32`(text: String) { #expect(Base32.decode(text) == nil) }
}
