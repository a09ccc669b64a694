internal import COpenSSL

/// How a part of a PKCS #12 file is encrypted with a password: read from its parameters before anything is computed.
struct PKCS12Cipher {
    /// As OpenSSL calls it: `pbeWithSHA1And40BitRC2-CBC`, `PBES2 with AES-256-CBC`.
    let name: String
    /// How many rounds of hashing it takes to derive the key, and more than can be where the file does not say.
    let rounds: UInt64
    /// OpenSSL's short name of the cipher; nil where it knows none.
    private let cipher: String?

    /// Reads an algorithm; nil where its parameters make no sense.
    init?(_ algorithm: UnsafePointer<X509_ALGOR>?) {
        guard let algorithm, let object = algorithm.pointee.algorithm else { return nil }
        let number = OBJ_obj2nid(object)
        if number == NID_pbes2 {
            guard let found: UnsafeMutablePointer<PBE2PARAM> = Self.unpacked(algorithm, PBE2PARAM_it()) else {
                return nil
            }
            defer { PBE2PARAM_free(found) }
            guard let encryption = found.pointee.encryption, let derivation = found.pointee.keyfunc,
                let rounds = Self.rounds(of: derivation)
            else { return nil }
            cipher = Self.name(OBJ_obj2nid(encryption.pointee.algorithm))
            name = "PBES2 with " + Self.text(of: encryption.pointee.algorithm)
            self.rounds = rounds
        } else {
            guard let found: UnsafeMutablePointer<PBEPARAM> = Self.unpacked(algorithm, PBEPARAM_it()) else {
                return nil
            }
            defer { PBEPARAM_free(found) }
            var cipherNumber: Int32 = NID_undef
            EVP_PBE_find(Int32(EVP_PBE_TYPE_OUTER), number, &cipherNumber, nil, nil)
            cipher = Self.name(cipherNumber)
            name = Self.text(of: object)
            // One derivation for the key and one for its initialization vector.
            self.rounds = Self.number(found.pointee.iter).saturatedProduct(2)
        }
    }

    /// Whether a library context has the cipher; nil means the default one.
    func isAvailable(in context: OpaquePointer?) -> Bool {
        guard let cipher else { return false }
        return OpenSSLErrors.shielded {
            let found = EVP_CIPHER_fetch(context, cipher, nil)
            EVP_CIPHER_free(found)
            return found != nil
        }
    }

    /// Whether the cipher is one that OpenSSL 3 moved to its legacy provider (OSSL_PROVIDER-legacy(7)).
    var isLegacy: Bool {
        guard let cipher else { return false }
        return ["RC2", "RC4", "RC5", "BF-", "CAST5", "IDEA", "SEED", "DES-"].contains(where: cipher.hasPrefix)
            && !cipher.hasPrefix("DES-EDE3")
    }

    /// The work of deriving a key; nil where the parameters make no sense.
    static func rounds(of derivation: UnsafePointer<X509_ALGOR>) -> UInt64? {
        if OBJ_obj2nid(derivation.pointee.algorithm) == NID_id_scrypt {
            guard let found: UnsafeMutablePointer<SCRYPT_PARAMS> = unpacked(derivation, SCRYPT_PARAMS_it()) else {
                return nil
            }
            defer { SCRYPT_PARAMS_free(found) }
            let factors = found.pointee
            // A block of 128 bytes (RFC 7914 §2) costs about as much as two rounds, and each is visited twice.
            return number(factors.costParameter).saturatedProduct(number(factors.blockSize))
                .saturatedProduct(number(factors.parallelizationParameter)).saturatedProduct(4)
        }
        guard let found: UnsafeMutablePointer<PBKDF2PARAM> = unpacked(derivation, PBKDF2PARAM_it()) else { return nil }
        defer { PBKDF2PARAM_free(found) }
        // HMAC hashes twice; at most two blocks make a key.
        return number(found.pointee.iter).saturatedProduct(2)
    }

    /// The work of PBMAC1 (RFC 9579), whose parameters have the shape of PBES2's.
    static func roundsOfPBMAC1(_ algorithm: UnsafePointer<X509_ALGOR>) -> UInt64? {
        guard let found: UnsafeMutablePointer<PBE2PARAM> = unpacked(algorithm, PBE2PARAM_it()) else { return nil }
        defer { PBE2PARAM_free(found) }
        return found.pointee.keyfunc.flatMap { rounds(of: $0) }
    }

    /// A number that a file gives; one that is negative or does not fit is more than can be.
    static func number(_ integer: UnsafePointer<ASN1_INTEGER>?) -> UInt64 {
        guard let integer else { return 1 }
        var value: UInt64 = 0
        return OpenSSLErrors.shielded { ASN1_INTEGER_get_uint64(&value, integer) == 1 ? value : .max }
    }

    /// What OpenSSL calls an object, or its numbers.
    static func text(of object: OpaquePointer?) -> String {
        var text = [CChar](repeating: 0, count: 80)
        guard let object, OBJ_obj2txt(&text, Int32(text.count), object, 0) > 0 else { return "an unnamed algorithm" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func name(_ number: Int32) -> String? {
        number == NID_undef ? nil : OBJ_nid2sn(number).map { String(cString: $0) }
    }

    private static func unpacked<Value>(
        _ algorithm: UnsafePointer<X509_ALGOR>, _ item: OpaquePointer?
    ) -> UnsafeMutablePointer<Value>? {
        OpenSSLErrors.shielded {
            ASN1_TYPE_unpack_sequence(item, algorithm.pointee.parameter)?.assumingMemoryBound(to: Value.self)
        }
    }
}

extension UInt64 {
    /// The product, or the greatest number where it does not fit.
    fileprivate func saturatedProduct(_ other: UInt64) -> UInt64 {
        let (product, isTooGreat) = multipliedReportingOverflow(by: other)
        return isTooGreat ? .max : product
    }
}
