internal import CGnuTLS
internal import TLSIdentity

/// A certificate chain with its key, as GnuTLS wants it.
final class ServedCertificate: Sendable {
    let recipe: String
    /// SHA-256 of the leaf, in lower-case hex.
    let fingerprint: String
    /// When a new leaf should take its place, in seconds since 1970; nil for one that was never valid.
    let renewAt: Int64?
    // Never changed after init; freed in deinit.
    nonisolated(unsafe) let chain: UnsafeMutablePointer<gnutls_pcert_st>
    let chainLength: UInt32
    nonisolated(unsafe) let key: gnutls_privkey_t?

    /// Takes a certificate over into GnuTLS.
    ///
    /// Throws `certificate` with GnuTLS's reason.
    init(_ issued: IssuedCertificate, now: Int64) throws(MockPortalError) {
        recipe = issued.recipe
        fingerprint = issued.leafSHA256
        let isValid = issued.notBefore <= now && now < issued.notAfter
        renewAt = isValid ? now + (issued.notAfter - now) * 2 / 3 : nil
        var capacity: UInt32 = 16
        let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: Int(capacity))
        // No flag: the chain is shown in the order of the file, also where a recipe wants a wrong one.
        let imported = Self.withDatum(issued.chainPEM) {
            gnutls_pcert_list_import_x509_raw(chain, &capacity, $0, GNUTLS_X509_FMT_PEM, 0)
        }
        self.chain = chain
        chainLength = imported < 0 ? 0 : capacity
        var key: gnutls_privkey_t?
        gnutls_privkey_init(&key)
        self.key = key
        let loaded = Self.withDatum(issued.keyPEM.expanded) {
            gnutls_privkey_import_x509_raw(key, $0, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard imported >= 0, loaded >= 0 else {
            let reason = String(cString: gnutls_strerror(min(imported, loaded)))
            throw MockPortalError(.certificate, "GnuTLS does not take the certificate \(issued.recipe): \(reason)")
        }
    }

    deinit {
        for index in 0..<Int(chainLength) { gnutls_pcert_deinit(chain + index) }
        chain.deallocate()
        if let key { gnutls_privkey_deinit(key) }
    }

    private static func withDatum(_ text: String, _ body: (UnsafePointer<gnutls_datum_t>) -> Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var datum = gnutls_datum_t(
                data: UnsafeMutablePointer(mutating: bytes.baseAddress), size: UInt32(bytes.count))
            return body(&datum)
        }
    }
}
