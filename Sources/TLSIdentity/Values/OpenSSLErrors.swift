internal import COpenSSL

/// OpenSSL's error queue of this thread: cleared before a call, drained after it, every entry kept.
enum OpenSSLErrors {
    /// Takes every entry out of the queue, oldest first.
    static func drain() -> [OpenSSLErrorEntry] {
        var entries: [OpenSSLErrorEntry] = []
        while case let packed = ERR_get_error(), packed != 0 {
            var text = [CChar](repeating: 0, count: 256)
            ERR_error_string_n(packed, &text, text.count)
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            entries.append(OpenSSLErrorEntry(packed: UInt(packed), text: String(decoding: bytes, as: UTF8.self)))
        }
        return entries
    }

    /// Makes a call that gives nil on failure; the error says what was being done.
    static func check<Result>(_ doing: String, _ call: () -> Result?) throws(TLSIdentityError) -> Result {
        ERR_clear_error()
        guard let result = call() else {
            throw TLSIdentityError(.openSSL, "OpenSSL failed while \(doing)", openSSL: drain())
        }
        return result
    }

    /// Makes a call that gives 1 (or any positive number) on success.
    static func check(_ doing: String, _ call: () -> Int32) throws(TLSIdentityError) {
        _ = try check(doing) { () -> Int32? in
            let result = call()
            return result > 0 ? result : nil
        }
    }

    /// Runs a body inside another caller's OpenSSL call, and leaves the error queue as it was.
    static func shielded<Result>(_ body: () -> Result) -> Result {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return body()
    }
}
