internal import COpenSSL

/// A public key that tells whether its private key signed a message.
///
/// It is shared between threads: OpenSSL counts its owners atomically, and verifying changes nothing of it.
package final class VerificationKey: @unchecked Sendable {
    package let algorithm: KeyAlgorithm
    private let pointer: OpaquePointer

    /// Takes the key of a certificate in DER; whether the certificate is in time or trusted is not looked at.
    ///
    /// Throws where it is no certificate, or its key is neither RSA nor on P-256.
    package init(certificateDER: [UInt8]) throws(TLSIdentityError) {
        let key = try OpenSSLErrors.check("reading the key of a certificate") { () -> OpaquePointer? in
            certificateDER.withUnsafeBufferPointer { buffer -> OpaquePointer? in
                var start = buffer.baseAddress
                guard let certificate = d2i_X509(nil, &start, buffer.count) else { return nil }
                defer { X509_free(certificate) }
                return X509_get_pubkey(certificate)
            }
        }
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_RSA: algorithm = .rsa
        case EVP_PKEY_EC where PrivateKey.curve(of: key) == "prime256v1": algorithm = .p256
        default:
            EVP_PKEY_free(key)
            throw TLSIdentityError(.openSSL, "the key of the certificate is neither RSA nor on P-256")
        }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Whether a signature is the key's and of this message; the forms are those of ``SigningKey``.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let form = algorithm == .p256 ? ECDSASignature.der(ofNumbers: signature) : signature
        guard let form, !form.isEmpty else { return false }
        return OpenSSLErrors.shielded {
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            return EVP_DigestVerifyInit(context, nil, Digest.sha256Method, nil, pointer) == 1
                && EVP_DigestVerify(context, form, form.count, message, message.count) == 1
        }
    }

    /// The numbers of a public key, big-endian, as JSON Web Keys have them (RFC 7518 §6).
    package enum Numbers: Sendable, Equatable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
    }

    /// Reads the numbers of the key.
    package func numbers() throws(TLSIdentityError) -> Numbers {
        switch algorithm {
        case .rsa:
            .rsa(
                modulus: try number(OSSL_PKEY_PARAM_RSA_N), exponent: try number(OSSL_PKEY_PARAM_RSA_E))
        case .p256:
            .p256(
                x: try number(OSSL_PKEY_PARAM_EC_PUB_X, width: 32), y: try number(OSSL_PKEY_PARAM_EC_PUB_Y, width: 32))
        }
    }

    private func number(_ name: String, width: Int? = nil) throws(TLSIdentityError) -> [UInt8] {
        try OpenSSLErrors.check("reading a public key") { () -> [UInt8]? in
            var number: OpaquePointer?
            defer { BN_free(number) }
            guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else { return nil }
            let count = width ?? Int((BN_num_bits(number) + 7) / 8)
            var bytes = [UInt8](repeating: 0, count: count)
            return BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count) ? bytes : nil
        }
    }
}
