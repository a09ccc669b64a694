internal import COpenSSL

/// Opens a PKCS #12 file part by part, never doing more work than an honest file asks for.
///
/// OpenSSL's own PKCS12_parse tells a wrong password and nothing else apart, and hashes as often as a file tells it to.
struct PKCS12Reader {
    /// The most rounds of hashing that all parts of a file may ask for together: some seconds. OpenSSL's default is 2,048.
    static let greatestWork: UInt64 = 10_000_000
    /// The most bags in a file, and how deep they may be nested.
    private static let mostBags = 256
    private static let greatestDepth = 4

    let file: PKCS12File
    /// Whether OpenSSL's legacy provider may be loaded for a part that needs it.
    let allowsLegacyEncryption: Bool
    private var work: UInt64 = 0
    private var bags = 0

    init(file: PKCS12File, allowsLegacyEncryption: Bool) {
        self.file = file
        self.allowsLegacyEncryption = allowsLegacyEncryption
    }

    /// Gives what is in the file, opened by the first of some passwords that does.
    mutating func contents(openedBy candidates: [PKCS12Password]) throws(PKCS12Error) -> PKCS12Contents {
        if let password = try authenticated(by: candidates) { return try unpack(password) }
        // Nothing but its contents tells whether a password opens a file without a code of authentication.
        for candidate in candidates.dropLast() {
            do {
                return try unpack(candidate)
            } catch  where error.code == .invalidPassword {
                continue
            }
        }
        return try unpack(candidates[candidates.count - 1])
    }

    /// The password that the file's message authentication code vouches for; nil where it has none.
    private mutating func authenticated(by candidates: [PKCS12Password]) throws(PKCS12Error) -> PKCS12Password? {
        guard PKCS12_mac_present(file.pointer) == 1 else { return nil }
        var algorithm: UnsafePointer<X509_ALGOR>?
        var iterations: UnsafePointer<ASN1_INTEGER>?
        PKCS12_get0_mac(nil, &algorithm, nil, &iterations, file.pointer)
        var rounds = PKCS12Cipher.number(iterations)
        // PBMAC1 (RFC 9579) derives its key as PBES2 does, with parameters of the same shape.
        if let algorithm, OBJ_obj2nid(algorithm.pointee.algorithm) == NID_pbmac1 {
            rounds = PKCS12Cipher.roundsOfPBMAC1(algorithm) ?? .max
        }
        for candidate in candidates {
            try spend(rounds)
            ERR_clear_error()
            if PKCS12_verify_mac(file.pointer, candidate.start, candidate.count) == 1 { return candidate }
            let entries = OpenSSLErrors.drain()
            guard entries.isEmpty else {
                let name = PKCS12Cipher.text(of: algorithm?.pointee.algorithm)
                throw PKCS12Error(
                    .unsupportedEncryption, "OpenSSL cannot check how the file is authenticated (\(name))",
                    openSSL: entries)
            }
        }
        throw PKCS12Error(
            .invalidPassword,
            candidates.count > 1
                ? "the file asks for a password" : "the password does not open the file (or the file is damaged)")
    }

    private mutating func unpack(_ password: PKCS12Password) throws(PKCS12Error) -> PKCS12Contents {
        bags = 0
        ERR_clear_error()
        guard let safes = PKCS12_unpack_authsafes(file.pointer) else {
            throw PKCS12Error(
                .invalidData, "the file's parts cannot be read", openSSL: OpenSSLErrors.drain())
        }
        defer { OPENSSL_sk_pop_free(safes) { PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) } }
        var contents = PKCS12Contents()
        for index in 0..<max(0, OPENSSL_sk_num(safes)) {
            guard let safe = OPENSSL_sk_value(safes, index)?.assumingMemoryBound(to: PKCS7.self) else { continue }
            let bags = try opened(safe, password)
            defer { OPENSSL_sk_pop_free(bags) { PKCS12_SAFEBAG_free(OpaquePointer($0)) } }
            try read(bags, password, depth: 0, into: &contents)
        }
        return contents
    }

    /// The bags of one part, which is plain or encrypted (RFC 7292 §4.1).
    private mutating func opened(
        _ safe: UnsafeMutablePointer<PKCS7>, _ password: PKCS12Password
    ) throws(PKCS12Error) -> OpaquePointer {
        ERR_clear_error()
        switch OBJ_obj2nid(safe.pointee.type) {
        case NID_pkcs7_data:
            guard safe.pointee.d.data != nil, let bags = PKCS12_unpack_p7data(safe) else {
                throw PKCS12Error(.invalidData, "a part of the file cannot be read", openSSL: OpenSSLErrors.drain())
            }
            return bags
        case NID_pkcs7_encrypted:
            guard let content = safe.pointee.d.encrypted?.pointee.enc_data, let bytes = content.pointee.enc_data else {
                throw PKCS12Error(.invalidData, "an encrypted part of the file is empty")
            }
            let context = try prepare(content.pointee.algorithm)
            return try OpaquePointer(
                decrypted {
                    PKCS12_item_decrypt_d2i_ex(
                        content.pointee.algorithm, PKCS12_SAFEBAGS_it(), password.start, password.count, bytes, 1,
                        context, nil)
                })
        default:
            throw PKCS12Error(
                .unsupportedEncryption,
                "a part of the file is protected by \(PKCS12Cipher.text(of: safe.pointee.type)), not by a password")
        }
    }

    private mutating func read(
        _ stack: OpaquePointer, _ password: PKCS12Password, depth: Int, into contents: inout PKCS12Contents
    ) throws(PKCS12Error) {
        for index in 0..<max(0, OPENSSL_sk_num(stack)) {
            guard let bag = OPENSSL_sk_value(stack, index).map({ OpaquePointer($0) }) else { continue }
            bags += 1
            guard bags <= Self.mostBags, depth < Self.greatestDepth else {
                throw PKCS12Error(
                    .invalidData, "the file holds more than \(Self.mostBags) things, or nests them too deep")
            }
            switch PKCS12_SAFEBAG_get_nid(bag) {
            case NID_keyBag:
                add(PKCS12_SAFEBAG_get0_p8inf(bag), to: &contents)
            case NID_pkcs8ShroudedKeyBag:
                var algorithm: UnsafePointer<X509_ALGOR>?
                X509_SIG_get0(PKCS12_SAFEBAG_get0_pkcs8(bag), &algorithm, nil)
                let context = try prepare(algorithm)
                let key = try decrypted {
                    PKCS12_decrypt_skey_ex(bag, password.start, password.count, context, nil)
                }
                defer { PKCS8_PRIV_KEY_INFO_free(key) }
                add(key, to: &contents)
            case NID_certBag where PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate:
                ERR_clear_error()
                guard let certificate = PKCS12_SAFEBAG_get1_cert(bag) else {
                    throw PKCS12Error(
                        .invalidData, "a certificate in the file cannot be read", openSSL: OpenSSLErrors.drain())
                }
                contents.certificates.append(X509Certificate(owning: certificate))
            case NID_safeContentsBag:
                guard let inner = PKCS12_SAFEBAG_get0_safes(bag) else { continue }
                try read(inner, password, depth: depth + 1, into: &contents)
            default: continue
            }
        }
    }

    private func add(_ information: OpaquePointer?, to contents: inout PKCS12Contents) {
        var kind: OpaquePointer?
        PKCS8_pkey_get0(&kind, nil, nil, nil, information)
        // What else there is does not sign in TLS; and OpenSSL computes DSA's public part without a bound on its size.
        let usable = [NID_rsaEncryption, NID_rsassaPss, NID_X9_62_id_ecPublicKey, NID_ED25519, NID_ED448]
        guard usable.contains(OBJ_obj2nid(kind)),
            let key = OpenSSLErrors.shielded({ EVP_PKCS82PKEY(information) })
        else {
            contents.unusableKeys.append(PKCS12Cipher.text(of: kind))
            return
        }
        contents.keys.append(PrivateKey(owning: key))
    }

    /// Makes sure that a part can be decrypted, and in reasonable time; gives the library context to do it in.
    private mutating func prepare(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(PKCS12Error) -> OpaquePointer? {
        guard let cipher = PKCS12Cipher(algorithm) else {
            let name = PKCS12Cipher.text(of: algorithm?.pointee.algorithm)
            throw PKCS12Error(.unsupportedEncryption, "the file is encrypted in an unknown way: \(name)")
        }
        try spend(cipher.rounds)
        if cipher.isAvailable(in: nil) { return nil }
        guard cipher.isLegacy else {
            throw PKCS12Error(
                .unsupportedEncryption, "the file is encrypted with \(cipher.name), which OpenSSL does not know")
        }
        guard allowsLegacyEncryption else {
            throw PKCS12Error(
                .unsupportedEncryption,
                "the file is encrypted with \(cipher.name), which only OpenSSL's legacy provider opens; "
                    + "allow legacy encryption to import it, or export it anew with AES-256")
        }
        let context = try LegacyProvider.shared().context
        guard cipher.isAvailable(in: context) else {
            throw PKCS12Error(
                .unsupportedEncryption,
                "the file is encrypted with \(cipher.name), which not even OpenSSL's legacy provider opens")
        }
        return context
    }

    private mutating func spend(_ rounds: UInt64) throws(PKCS12Error) {
        let (sum, isTooGreat) = work.addingReportingOverflow(rounds)
        guard !isTooGreat, sum <= Self.greatestWork else {
            throw PKCS12Error(
                .invalidData,
                "the file asks for more than \(Self.greatestWork) rounds of hashing to be opened (its iteration count); "
                    + "export it anew with fewer")
        }
        work = sum
    }

    private func decrypted<Value>(_ decrypt: () -> Value?) throws(PKCS12Error) -> Value {
        ERR_clear_error()
        if let value = decrypt() { return value }
        let entries = OpenSSLErrors.drain()
        let isWrongPassword = entries.contains { entry in
            let reason = ERR_GET_REASON(entry.packed)
            return ERR_GET_LIB(entry.packed) == ERR_LIB_PKCS12
                && (reason == PKCS12_R_PKCS12_CIPHERFINAL_ERROR || reason == PKCS12_R_DECODE_ERROR)
        }
        guard isWrongPassword else {
            throw PKCS12Error(.unsupportedEncryption, "OpenSSL cannot decrypt a part of the file", openSSL: entries)
        }
        throw PKCS12Error(
            .invalidPassword,
            PKCS12_mac_present(file.pointer) == 1
                ? "the password is the file's, but a part of it does not open: it has another password, or is damaged"
                : "the password does not open the file (or the file is damaged)")
    }
}
