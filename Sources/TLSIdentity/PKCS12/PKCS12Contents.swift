internal import COpenSSL

/// What a PKCS #12 file held, in its order.
struct PKCS12Contents {
    var keys: [PrivateKey] = []
    var certificates: [X509Certificate] = []
    /// What kinds of key there are that no TLS client signs with, or that cannot be read.
    var unusableKeys: [String] = []

    /// The first key that belongs to a certificate, that certificate, and those above it.
    func identity() throws(PKCS12Error) -> ClientIdentity {
        if keys.isEmpty, let kind = unusableKeys.first {
            throw PKCS12Error(.invalidData, "the file holds a private key that cannot be used here: \(kind)")
        }
        guard !keys.isEmpty else {
            throw PKCS12Error(
                .missingPrivateKey,
                certificates.isEmpty
                    ? "the file holds neither a private key nor a certificate"
                    : "the file holds no private key, only certificates; export it again together with the key")
        }
        guard !certificates.isEmpty else {
            throw PKCS12Error(
                .missingCertificate,
                "the file holds a private key and no certificate; export it again together with the certificate")
        }
        for key in keys {
            guard let leaf = certificates.first(where: { $0.matches(key) }) else { continue }
            do {
                return try ClientIdentity(leaf: leaf, others: path(above: leaf), key: key, keyPEM: try key.pem())
            } catch {
                throw PKCS12Error(.invalidData, error.message, openSSL: error.openSSL)
            }
        }
        throw PKCS12Error(.keyMismatch, "the private key in the file belongs to none of its certificates")
    }

    /// The issuers of a certificate, nearest first; a root is left out, for a server has it or does not believe it.
    ///
    /// Other certificates in the same file are not sent along.
    private func path(above leaf: X509Certificate) -> [X509Certificate] {
        var rest = certificates.filter { $0 !== leaf }
        var path: [X509Certificate] = []
        while let index = rest.firstIndex(where: { $0.issued(path.last ?? leaf) }) {
            let issuer = rest.remove(at: index)
            if issuer.issued(issuer) { break }
            path.append(issuer)
        }
        return path
    }
}

extension X509Certificate {
    /// Whether this certificate is another's issuer, by name, key identifier and usage (RFC 5280 §6.1).
    fileprivate func issued(_ other: X509Certificate) -> Bool {
        OpenSSLErrors.shielded { X509_check_issued(pointer, other.pointer) == X509_V_OK }
    }
}
