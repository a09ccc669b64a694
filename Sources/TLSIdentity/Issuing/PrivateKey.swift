internal import COpenSSL

/// An EVP_PKEY that is freed with its last owner; OpenSSL counts references atomically, so it may be shared.
final class PrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Makes a new key on the curve P-256.
    static func generate() throws(TLSIdentityError) -> PrivateKey {
        PrivateKey(owning: try OpenSSLErrors.check("making a P-256 key") { copenssl_generate_p256() })
    }

    /// Reads a key that is not encrypted.
    init(pem: String) throws(TLSIdentityError) {
        let bytes = Array(pem.utf8)
        pointer = try OpenSSLErrors.check("reading a private key") {
            let bio = BIO_new_mem_buf(bytes, Int32(bytes.count))
            defer { BIO_free(bio) }
            return PEM_read_bio_PrivateKey(bio, nil, nil, nil)
        }
    }

    /// Writes the key as PKCS #8, not encrypted.
    func pem() throws(TLSIdentityError) -> PrivateKeyPEM {
        PrivateKeyPEM(
            try MemoryText.written("writing a private key") { bio in
                PEM_write_bio_PKCS8PrivateKey(bio, pointer, nil, nil, 0, nil, nil)
            })
    }
}
