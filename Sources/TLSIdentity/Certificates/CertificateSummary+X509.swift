internal import COpenSSL
internal import HTTPSemantics
internal import Platform

extension CertificateSummary {
    /// Reads what a person needs to see; a field that cannot be read is empty.
    init(_ certificate: X509Certificate) {
        self = OpenSSLErrors.shielded {
            let pointer = certificate.pointer
            return CertificateSummary(
                subject: Self.text(of: X509_get_subject_name(pointer)),
                issuer: Self.text(of: X509_get_issuer_name(pointer)),
                names: Self.alternativeNames(of: pointer),
                notBefore: Self.seconds(of: X509_get0_notBefore(pointer)),
                notAfter: Self.seconds(of: X509_get0_notAfter(pointer)),
                sha256: Digest.sha256Hex(certificate.der),
                serialNumber: Self.serialNumber(of: X509_get0_serialNumber(pointer)),
                endPointDigest: Self.endPointDigest(of: pointer))
        }
    }

    private static func endPointDigest(of certificate: OpaquePointer) -> [UInt8] {
        var hash: Int32 = NID_undef
        guard X509_get_signature_info(certificate, &hash, nil, nil, nil) == 1, hash != NID_undef else { return [] }
        let isBroken = [NID_md5, NID_sha1, NID_md5_sha1].contains(hash)
        guard let method = isBroken ? EVP_sha256() : EVP_get_digestbyname(OBJ_nid2sn(hash)) else { return [] }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard X509_digest(certificate, method, &digest, &count) == 1 else { return [] }
        return Array(digest.prefix(Int(count)))
    }

    /// The magnitude in hex, with its sign: a number that some issuers wrote as if it had none is negative (RFC 5280 §4.1.2.2).
    private static func serialNumber(of number: UnsafePointer<ASN1_INTEGER>?) -> String {
        guard let number else { return "" }
        let digits = Hexadecimal.encode(bytes(of: number))
        return number.pointee.type == V_ASN1_NEG_INTEGER ? "-" + digits : digits
    }

    static func text(of name: OpaquePointer?) -> String {
        guard let name else { return "" }
        return (try? MemoryText.written("printing a name") { copenssl_print_name($0, name) }) ?? ""
    }

    static func seconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return 0 }
        return Int64(timegm(&parts))
    }

    private static func alternativeNames(of certificate: OpaquePointer) -> [String] {
        guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
        let stack = OpaquePointer(found)
        defer { GENERAL_NAMES_free(stack) }
        return (0..<OPENSSL_sk_num(stack)).compactMap { index in
            guard let name = OPENSSL_sk_value(stack, index)?.assumingMemoryBound(to: GENERAL_NAME.self) else {
                return nil
            }
            switch name.pointee.type {
            case GEN_DNS:
                return String(decoding: bytes(of: name.pointee.d.dNSName), as: UTF8.self).withoutLongMarkRuns
            case GEN_IPADD: return AddressBlock.text(of: bytes(of: name.pointee.d.iPAddress))
            default: return nil
            }
        }
    }

    static func bytes(of string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
        guard let string, let start = ASN1_STRING_get0_data(string) else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
    }
}
