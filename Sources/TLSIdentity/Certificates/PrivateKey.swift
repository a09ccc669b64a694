internal import COpenSSL

/// An EVP_PKEY that is freed with its last owner; OpenSSL counts references atomically, so it may be shared.
///
/// Keys that are made here lie on the curve P-256 unless RSA is asked for. OpenSSL 3 finds an encoder anew whenever it writes a key, which costs
/// more than making one; the forms of a P-256 key are fixed but for its numbers, so they are written here.
final class PrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// The curve of a key, as `prime256v1`; nil for one that has none.
    static func curve(of key: OpaquePointer) -> String? {
        var name = [CChar](repeating: 0, count: 80)
        guard EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a new key.
    static func generate(_ algorithm: KeyAlgorithm = .p256) throws(TLSIdentityError) -> PrivateKey {
        switch algorithm {
        case .p256: PrivateKey(owning: try P256Generator.generate())
        case .rsa: PrivateKey(owning: try RSAGenerator.generate())
        }
    }

    /// Reads a key that is not encrypted.
    init(pem: String) throws(TLSIdentityError) {
        let bytes = Array(pem.utf8)
        pointer = try OpenSSLErrors.check("reading a private key") {
            // The BIO only borrows the bytes.
            bytes.withUnsafeBytes { buffer -> OpaquePointer? in
                guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else { return nil }
                defer { BIO_free(bio) }
                // Without a callback OpenSSL would ask the terminal for the password of an encrypted key.
                return PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
            }
        }
    }

    /// Writes the key as PKCS #8, not encrypted (RFC 5958 §2 around RFC 5915 §3).
    func pem() throws(TLSIdentityError) -> PrivateKeyPEM {
        guard isOnP256 else {
            return PrivateKeyPEM(
                try MemoryText.written("writing a private key") { bio in
                    PEM_write_bio_PKCS8PrivateKey(bio, pointer, nil, nil, 0, nil, nil) == 1 ? 1 : -1
                })
        }
        var der = Self.beforeNumber
        der += try number()
        der += Self.beforePoint
        der += try point()
        let text = try MemoryText.written("writing a private key") { bio in
            PEM_write_bio(bio, PEM_STRING_PKCS8INF, "", der, der.count)
        }
        der.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        return PrivateKeyPEM(text)
    }

    /// Whether it lies on P-256; a key from elsewhere may not.
    private var isOnP256: Bool {
        var group = [CChar](repeating: 0, count: 32)
        var count = 0
        return OpenSSLErrors.shielded {
            EVP_PKEY_get_group_name(pointer, &group, group.count, &count) == 1
                && strcmp(group, "prime256v1") == 0
        }
    }

    /// Puts the public key into a certificate (RFC 5480 §2; RFC 3279 §2.3.1 for RSA).
    func publish(in certificate: OpaquePointer) throws(TLSIdentityError) {
        guard isOnP256 else {
            _ = try OpenSSLErrors.check("writing a public key") { X509_set_pubkey(certificate, pointer) }
            return
        }
        let point = try point()
        try OpenSSLErrors.check("writing a public key") {
            // The certificate takes the copy where the call succeeds.
            let copy = CRYPTO_memdup(point, point.count, #file, #line)
            let done = X509_PUBKEY_set0_param(
                X509_get_X509_PUBKEY(certificate), OBJ_nid2obj(NID_X9_62_id_ecPublicKey), V_ASN1_OBJECT,
                UnsafeMutableRawPointer(OBJ_nid2obj(NID_X9_62_prime256v1)), copy?.assumingMemoryBound(to: UInt8.self),
                Int32(point.count))
            if done != 1 { CRYPTO_free(copy, #file, #line) }
            return done
        }
    }

    /// The private number, 32 bytes.
    private func number() throws(TLSIdentityError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        try OpenSSLErrors.check("reading the number of a P-256 key") {
            var number: OpaquePointer?
            defer { BN_clear_free(number) }
            return EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1
                ? BN_bn2binpad(number, &bytes, 32) : 0
        }
        return bytes
    }

    /// The public point, uncompressed: 65 bytes.
    private func point() throws(TLSIdentityError) -> [UInt8] {
        try OpenSSLErrors.check("reading the point of a P-256 key") { () -> [UInt8]? in
            var start: UnsafeMutablePointer<UInt8>?
            let count = EVP_PKEY_get1_encoded_public_key(pointer, &start)
            defer { CRYPTO_free(start, #file, #line) }
            guard count == 65, let start else { return nil }
            return Array(UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// PrivateKeyInfo, version 0, id-ecPublicKey, prime256v1, then ECPrivateKey, version 1, up to its 32 octets.
    private static let beforeNumber: [UInt8] = [
        0x30, 0x81, 0x87, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06,
        0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x6D, 0x30, 0x6B, 0x02, 0x01, 0x01, 0x04, 0x20,
    ]
    /// Its member [1], a bit string of 65 octets without unused bits.
    private static let beforePoint: [UInt8] = [0xA1, 0x44, 0x03, 0x42, 0x00]
}
