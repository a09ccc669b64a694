internal import COpenSSL

/// Text and bytes that OpenSSL writes into memory.
enum MemoryText {
    /// Runs a function that writes into a memory BIO and gives what it wrote.
    static func written(_ doing: String, _ write: (OpaquePointer?) -> Int32) throws(TLSIdentityError) -> String {
        try OpenSSLErrors.check(doing) { () -> String? in
            let bio = BIO_new(BIO_s_mem())
            defer { BIO_free(bio) }
            guard write(bio) >= 0 else { return nil }
            var start: UnsafeMutablePointer<CChar>?
            let count = copenssl_memory(bio, &start)
            guard let start, count > 0 else { return ERR_peek_error() == 0 ? "" : nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
