internal import COpenSSL
internal import Platform

/// Whether a certificate is valid at some moment (RFC 5280 §4.1.2.5).
public enum CertificateValidity: String, Sendable, Hashable, CaseIterable {
    case valid
    case expired
    case notYetValid
}

extension ClientIdentity {
    /// Whether the leaf is valid at a moment in seconds since 1970; both ends belong to the validity.
    public func validity(at secondsSince1970: Int64) -> CertificateValidity {
        if secondsSince1970 < certificate.notBefore { return .notYetValid }
        return secondsSince1970 > certificate.notAfter ? .expired : .valid
    }

    /// Whether the leaf may stand for a client: its extended key usage is absent, any, or names clients.
    public var isForClients: Bool {
        OpenSSLErrors.shielded {
            // Absent, it reads as every bit (RFC 5280 §4.2.1.12: nothing is said, so nothing is forbidden).
            X509_get_extended_key_usage(leaf.pointer) & UInt32(XKU_SSL_CLIENT | XKU_ANYEKU) != 0
        }
    }

    /// The first common name of the leaf's subject; empty where it has none.
    public var commonName: String { leaf.commonName }

    /// What kind of key the leaf has, in words, as `RSA of 2048 bits` or `EC on secp256k1`.
    public var keyKind: String {
        OpenSSLErrors.shielded {
            let name = EVP_PKEY_get0_type_name(key.pointer).map { String(cString: $0) } ?? "unknown"
            if name == "EC", let curve = PrivateKey.curve(of: key.pointer) { return "EC on \(curve)" }
            return name.hasPrefix("ED") ? name : "\(name) of \(EVP_PKEY_get_bits(key.pointer)) bits"
        }
    }
}

extension X509Certificate {
    /// The first common name of the subject; empty where there is none.
    var commonName: String {
        OpenSSLErrors.shielded {
            let subject = X509_get_subject_name(pointer)
            let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
            guard index >= 0, let text = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)) else {
                return ""
            }
            var start: UnsafeMutablePointer<UInt8>?
            let count = ASN1_STRING_to_UTF8(&start, text)
            defer { CRYPTO_free(start, #file, #line) }
            guard let start, count >= 0 else { return "" }
            let bytes = UnsafeBufferPointer(start: start, count: Int(count))
            return String(decoding: bytes, as: UTF8.self).withoutLongMarkRuns
        }
    }
}
