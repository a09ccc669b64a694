internal import COpenSSL

/// A file with certificates of authorities, as administrators hand it out.
public enum AuthorityFile {
    /// The certificates of a file as PEM (RFC 7468 §5), whether they stand there so or one stands there as DER (X.690).
    ///
    /// Throws `badCertificate` where there is none, or one that cannot be read, and says what is there instead.
    public static func pem(of bytes: [UInt8]) throws(TLSIdentityError) -> String {
        guard bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else { throw problem("is empty") }
        let text = String(decoding: bytes, as: UTF8.self)
        let labels = PEMLabels.all(in: bytes)
        let wanted = PEMLabels.certificateCount(in: bytes)
        if wanted > 0 {
            let found = X509Certificate.all(inPEM: text).count
            guard found >= wanted else {
                throw problem("has a certificate that cannot be read, number \(found + 1) of \(wanted)")
            }
            return text
        }
        if let label = labels.first {
            throw problem("holds \(words(for: label)) and no certificate\(advice(for: label))")
        }
        if let certificate = certificate(ofDER: bytes) { return try certificate.pem() }
        // A sequence of whatever else (X.690 §8.9).
        if bytes.first == 0x30 {
            throw problem("holds no certificate; a PKCS #12 file is given with --p12, PKCS #7 has to be written as PEM")
        }
        throw problem("holds no certificate, neither as PEM nor as DER")
    }

    private static func words(for label: String) -> String {
        switch label {
        case let key where key.hasSuffix("PRIVATE KEY"): "a private key"
        case let key where key.hasSuffix("PUBLIC KEY"): "a public key"
        case let request where request.hasSuffix("CERTIFICATE REQUEST"): "a request for a certificate"
        case "PKCS7", "CMS": "PKCS #7"
        case "X509 CRL": "a revocation list"
        default: "\"\(label.filter { $0.isASCII })\""
        }
    }

    private static func advice(for label: String) -> String {
        switch label {
        case "PKCS7", "CMS": "; write it as PEM with: openssl pkcs7 -print_certs"
        case let key where key.hasSuffix("PRIVATE KEY"):
            "; give the certificate of the authority, and keep the key to yourself"
        default: ""
        }
    }

    private static func certificate(ofDER bytes: [UInt8]) -> X509Certificate? {
        OpenSSLErrors.shielded {
            bytes.withUnsafeBufferPointer { buffer in
                var position = buffer.baseAddress
                guard let pointer = d2i_X509(nil, &position, buffer.count) else { return nil }
                let certificate = X509Certificate(owning: pointer)
                // Nothing may stand behind it.
                return position == buffer.baseAddress.map { $0 + buffer.count } ? certificate : nil
            }
        }
    }

    private static func problem(_ words: String) -> TLSIdentityError { TLSIdentityError(.badCertificate, words) }
}
