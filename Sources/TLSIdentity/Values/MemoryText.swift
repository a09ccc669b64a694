internal import COpenSSL
internal import Platform

/// Text and bytes that OpenSSL writes into memory.
enum MemoryText {
    /// Runs a function that writes into a memory BIO and gives what it wrote, without marks beyond ``Platform/MarkRuns``.
    static func written(_ doing: String, _ write: (OpaquePointer?) -> Int32) throws(TLSIdentityError) -> String {
        try OpenSSLErrors.check(doing) { () -> String? in
            let bio = BIO_new(BIO_s_mem())
            defer { BIO_free(bio) }
            guard write(bio) >= 0 else { return nil }
            var start: UnsafeMutablePointer<CChar>?
            let count = copenssl_memory(bio, &start)
            guard let start, count > 0 else { return ERR_peek_error() == 0 ? "" : nil }
            let bytes = UnsafeRawBufferPointer(start: start, count: count)
            return String(decoding: bytes, as: UTF8.self).withoutLongMarkRuns
        }
    }
}
