internal import COpenSSL

/// A private key that signs messages with SHA-256, and the certificate by which others know it.
///
/// RSA signs with PKCS #1 v1.5 (RFC 8017 §8.2); P-256 gives the two numbers of ECDSA one after the other, 32 bytes each, as XML Signature
/// (RFC 6931 §2.3.6) and JSON Web Signature (RFC 7518 §3.4) want them.
package final class SigningKey: Sendable {
    package let algorithm: KeyAlgorithm
    /// A certificate that the key signed for itself, in DER; who knows the key trusts it and nothing else.
    package let certificateDER: [UInt8]
    private let key: PrivateKey

    /// Makes a new key; `validity` is that of its certificate in seconds since 1970.
    package init(
        _ algorithm: KeyAlgorithm, commonName: String, validity: Range<Int64>
    ) throws(TLSIdentityError) {
        self.algorithm = algorithm
        key = try PrivateKey.generate(algorithm)
        let draft = CertificateDraft(
            commonName: commonName, validity: validity, role: .leaf(names: [], addresses: [], []))
        certificateDER = try draft.signed(for: key, by: nil).der
    }

    /// Signs a message.
    package func signature(of message: [UInt8]) throws(TLSIdentityError) -> [UInt8] {
        let signature = try OpenSSLErrors.check("signing a message") { () -> [UInt8]? in
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            var count = 0
            guard EVP_DigestSignInit(context, nil, Digest.sha256Method, nil, key.pointer) == 1,
                EVP_DigestSign(context, nil, &count, message, message.count) == 1
            else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            guard EVP_DigestSign(context, &bytes, &count, message, message.count) == 1 else { return nil }
            return Array(bytes.prefix(count))
        }
        guard algorithm == .p256 else { return signature }
        return try OpenSSLErrors.check("writing a signature") { ECDSASignature.numbers(ofDER: signature) }
    }
}

/// The two forms of a signature on P-256: a sequence in DER (RFC 3279 §2.2.3), and its two numbers of 32 bytes each.
enum ECDSASignature {
    static func numbers(ofDER signature: [UInt8]) -> [UInt8]? {
        signature.withUnsafeBufferPointer { buffer -> [UInt8]? in
            var start = buffer.baseAddress
            guard let parsed = d2i_ECDSA_SIG(nil, &start, buffer.count) else { return nil }
            defer { ECDSA_SIG_free(parsed) }
            var numbers = [UInt8](repeating: 0, count: 64)
            let isWritten = numbers.withUnsafeMutableBufferPointer { target in
                BN_bn2binpad(ECDSA_SIG_get0_r(parsed), target.baseAddress, 32) == 32
                    && BN_bn2binpad(ECDSA_SIG_get0_s(parsed), target.baseAddress?.advanced(by: 32), 32) == 32
            }
            return isWritten ? numbers : nil
        }
    }

    static func der(ofNumbers numbers: [UInt8]) -> [UInt8]? {
        guard numbers.count == 64, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let first = BN_bin2bn(Array(numbers.prefix(32)), 32, nil)
        let second = BN_bin2bn(Array(numbers.suffix(32)), 32, nil)
        // The signature takes both where the call succeeds.
        guard ECDSA_SIG_set0(signature, first, second) == 1 else {
            BN_free(first)
            BN_free(second)
            return nil
        }
        let count = i2d_ECDSA_SIG(signature, nil)
        guard count > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var position = buffer.baseAddress
            written = Int(max(0, i2d_ECDSA_SIG(signature, &position)))
        }
    }
}
