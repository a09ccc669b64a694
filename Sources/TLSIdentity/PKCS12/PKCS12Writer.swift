internal import COpenSSL

/// Writes PKCS #12 files (RFC 7292) of test identities: one encrypted safe of certificates, one plain safe of shrouded keys.
struct PKCS12Writer {
    enum Content {
        case certificate(X509Certificate)
        case key(PrivateKey)
    }

    let encryption: PKCS12Recipe.Encryption
    let hasMAC: Bool
    /// What importers show for the key and its certificate (RFC 7292 §4.2); not every one bears its absence.
    var friendlyName: String?
    /// How often keys are derived, as OpenSSL's own program does it by default.
    var iterations: Int32 = 2048

    func write(_ contents: [Content], password: String?) throws(TLSIdentityError) -> [UInt8] {
        let password = PKCS12Password(password)
        defer { withExtendedLifetime(password) {} }
        let context = try context()
        var safes = OPENSSL_sk_new_null()
        defer { OPENSSL_sk_pop_free(safes) { PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) } }
        // One safe after another in the order given: importers must not rely on where the leaf stands.
        try add(to: &safes, contents.filter(\.isCertificate), encryption.certificates, password, context) {
            bags throws(TLSIdentityError) in
            for case .certificate(let certificate) in contents {
                let bag = try OpenSSLErrors.check("packing a certificate") {
                    PKCS12_add_cert(&bags, certificate.pointer)
                }
                guard contents.contains(where: { $0.isKey(of: certificate) }) else { continue }
                try label(bag, certificate)
            }
        }
        try add(to: &safes, contents.filter { !$0.isCertificate }, nil, password, context) {
            bags throws(TLSIdentityError) in
            for case .key(let key) in contents {
                let bag = try OpenSSLErrors.check("packing a private key") {
                    PKCS12_add_key_ex(
                        &bags, key.pointer, 0, iterations, encryption.key ?? -1, password.start, context, nil)
                }
                for case .certificate(let certificate) in contents where certificate.matches(key) {
                    try label(bag, certificate)
                    break
                }
            }
        }
        let file = try OpenSSLErrors.check("writing a PKCS #12 file") { PKCS12_add_safes_ex(safes, 0, context, nil) }
        defer { PKCS12_free(file) }
        if hasMAC {
            try OpenSSLErrors.check("signing a PKCS #12 file") {
                PKCS12_set_mac(file, password.start, password.count, nil, 0, iterations, encryption.digest)
            }
        }
        return try OpenSSLErrors.check("writing a PKCS #12 file") { () -> [UInt8]? in
            let count = i2d_PKCS12(file, nil)
            guard count > 0 else { return nil }
            return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
                var position = buffer.baseAddress
                written = Int(max(0, i2d_PKCS12(file, &position)))
            }
        }
    }

    private func context() throws(TLSIdentityError) -> OpaquePointer? {
        guard encryption.isLegacy else { return nil }
        do {
            return try LegacyProvider.shared().context
        } catch {
            throw TLSIdentityError(.openSSL, error.detail, openSSL: error.openSSL)
        }
    }

    /// Adds a safe; the encryption is a number of OpenSSL's, nil meaning none.
    private func add(
        to safes: inout OpaquePointer?, _ contents: [Content], _ encryption: Int32?, _ password: PKCS12Password,
        _ context: OpaquePointer?, pack: (inout OpaquePointer?) throws(TLSIdentityError) -> Void
    ) throws(TLSIdentityError) {
        guard !contents.isEmpty else { return }
        var bags: OpaquePointer?
        defer { OPENSSL_sk_pop_free(bags) { PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
        try pack(&bags)
        try OpenSSLErrors.check("packing a PKCS #12 file") {
            PKCS12_add_safe_ex(&safes, bags, encryption ?? -1, iterations, password.start, context, nil)
        }
    }

    /// Says which key and certificate belong together (RFC 7292 §4.2), and what they are called.
    private func label(_ bag: OpaquePointer, _ certificate: X509Certificate) throws(TLSIdentityError) {
        var identifier = Digest.sha256(certificate.der)
        try OpenSSLErrors.check("labelling a PKCS #12 file") {
            PKCS12_add_localkeyid(bag, &identifier, Int32(identifier.count))
        }
        guard let friendlyName else { return }
        try OpenSSLErrors.check("labelling a PKCS #12 file") { PKCS12_add_friendlyname_utf8(bag, friendlyName, -1) }
    }
}

extension PKCS12Writer.Content {
    fileprivate var isCertificate: Bool { if case .certificate = self { true } else { false } }

    fileprivate func isKey(of certificate: X509Certificate) -> Bool {
        if case .key(let key) = self { certificate.matches(key) } else { false }
    }
}

extension PKCS12Recipe.Encryption {
    fileprivate var isLegacy: Bool { self == .rc2 || self == .rc4 }

    fileprivate var certificates: Int32? {
        switch self {
        case .aes256: NID_aes_256_cbc
        case .aes128: NID_aes_128_cbc
        case .tripleDES: NID_pbe_WithSHA1And3_Key_TripleDES_CBC
        case .rc2: NID_pbe_WithSHA1And40BitRC2_CBC
        case .rc4: NID_pbe_WithSHA1And128BitRC4
        case .none: nil
        }
    }

    fileprivate var key: Int32? { self == .rc2 ? NID_pbe_WithSHA1And3_Key_TripleDES_CBC : certificates }

    fileprivate var digest: OpaquePointer? {
        switch self {
        case .aes256, .aes128, .none: EVP_sha256()
        case .tripleDES, .rc2, .rc4: EVP_sha1()
        }
    }
}
