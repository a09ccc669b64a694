internal import CGnuTLS
internal import Platform

/// One X.509 certificate as GnuTLS reads it; its texts have no marks beyond ``Platform/MarkRuns``.
struct PeerCertificate: ~Copyable {
    private let handle: gnutls_x509_crt_t

    /// Reads a certificate; nil where it is none.
    init?(_ bytes: UnsafeRawBufferPointer, isPEM: Bool = false) {
        var handle: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&handle) == 0, let handle else { return nil }
        var datum = gnutls_datum_t(
            data: UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)),
            size: UInt32(clamping: bytes.count))
        guard gnutls_x509_crt_import(handle, &datum, isPEM ? GNUTLS_X509_FMT_PEM : GNUTLS_X509_FMT_DER) == 0 else {
            gnutls_x509_crt_deinit(handle)
            return nil
        }
        self.handle = handle
    }

    deinit { gnutls_x509_crt_deinit(handle) }

    /// The subject (RFC 4514, and so RFC 2253); empty where it cannot be printed.
    var subject: String {
        var text = gnutls_datum_t()
        guard gnutls_x509_crt_get_dn3(handle, &text, 0) == 0, let data = text.data else { return "" }
        defer { cgnutls_free(data) }
        let bytes = UnsafeBufferPointer(start: data, count: Int(text.size))
        return String(decoding: bytes, as: UTF8.self).withoutLongMarkRuns
    }

    /// The subject's first common name; empty where there is none, `#` and hex where it has a NUL or the like (RFC 4514 §2.4).
    var commonName: String {
        // RFC 5280 allows 64 characters; longer ones are read too, but not without end.
        var buffer = [UInt8](repeating: 0, count: 1024)
        var size = buffer.count
        guard cgnutls_common_name(handle, &buffer, &size) == 0 else { return "" }
        return String(decoding: buffer.prefix(size), as: UTF8.self).withoutLongMarkRuns
    }
}
