internal import COpenSSL

/// Authenticated encryption with AES-256 in Galois/Counter Mode (NIST SP 800-38D).
package enum AESGCM {
    /// The tag at the end of what is sealed, in bytes.
    package static let tagSize = 16
    /// The nonce, in bytes; one key never sees the same twice.
    package static let nonceSize = 12

    /// Encrypts a text; gives it with its tag at the end. The associated data is authenticated and stays outside.
    ///
    /// Throws `openSSL` for a key that has not 32 bytes or a nonce that has not ``nonceSize``.
    package static func seal(
        _ text: [UInt8], key: SealingKey, nonce: [UInt8], associated: [UInt8]
    ) throws(TLSIdentityError) -> [UInt8] {
        try check(key, nonce)
        var output = [UInt8](repeating: 0, count: text.count + tagSize)
        try OpenSSLErrors.check("sealing with AES-256-GCM") { () -> Int32 in
            withContext(key, nonce, encrypts: 1) { context in
                feed(associated, to: nil, context)
                    && output.withUnsafeMutableBytes { output in
                        let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                        var rest: Int32 = 0
                        return feed(text, to: start, context)
                            && EVP_CipherFinal_ex(context, start?.advanced(by: text.count), &rest) == 1
                            && EVP_CIPHER_CTX_ctrl(
                                context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), start?.advanced(by: text.count)) == 1
                    }
            }
        }
        return output
    }

    /// Decrypts what was sealed; throws `notAuthentic` where it, the associated data, the nonce or the key is another one.
    package static func open(
        _ sealed: some RandomAccessCollection<UInt8>, key: SealingKey, nonce: [UInt8], associated: [UInt8]
    ) throws(TLSIdentityError) -> [UInt8] {
        try check(key, nonce)
        guard sealed.count >= tagSize else { throw TLSIdentityError(.notAuthentic, "too short to be sealed") }
        let text = Array(sealed.dropLast(tagSize))
        var tag = Array(sealed.suffix(tagSize))
        var output = [UInt8](repeating: 0, count: text.count)
        // A tag that does not fit leaves nothing in the queue.
        var isAuthentic = false
        try OpenSSLErrors.check("opening with AES-256-GCM") { () -> Int32 in
            withContext(key, nonce, encrypts: 0) { context in
                feed(associated, to: nil, context)
                    && output.withUnsafeMutableBytes { output in
                        var none: UInt8 = 0
                        return withUnsafeMutablePointer(to: &none) { none in
                            // An empty text has no memory of its own, and a null pointer would mean associated data.
                            let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? none
                            guard feed(text, to: start, context),
                                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
                            else { return false }
                            var rest: Int32 = 0
                            isAuthentic = EVP_CipherFinal_ex(context, start.advanced(by: text.count), &rest) == 1
                            return true
                        }
                    }
            }
        }
        guard isAuthentic else {
            Wiping.wipe(&output)
            _ = OpenSSLErrors.drain()
            throw TLSIdentityError(.notAuthentic, "sealed with another key, or changed since")
        }
        return output
    }

    private static func check(_ key: SealingKey, _ nonce: [UInt8]) throws(TLSIdentityError) {
        guard key.count == 32, nonce.count == nonceSize else {
            throw TLSIdentityError(
                .openSSL,
                "AES-256-GCM takes a key of 32 bytes and a nonce of \(nonceSize), not \(key.count), \(nonce.count)")
        }
    }

    private static func withContext(
        _ key: SealingKey, _ nonce: [UInt8], encrypts: Int32, _ body: (OpaquePointer) -> Bool
    ) -> Int32 {
        // Freeing it wipes the key that it holds.
        guard let context = EVP_CIPHER_CTX_new() else { return 0 }
        defer { EVP_CIPHER_CTX_free(context) }
        let isReady = key.withBytes { key in
            EVP_CipherInit_ex(
                context, EVP_aes_256_gcm(), nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, encrypts)
                == 1
        }
        return isReady && body(context) ? 1 : 0
    }

    /// Gives bytes to a cipher in pieces that its counter of 32 bits can take; without an output they are associated data.
    private static func feed(_ bytes: [UInt8], to output: UnsafeMutablePointer<UInt8>?, _ context: OpaquePointer)
        -> Bool
    {
        bytes.withUnsafeBufferPointer { bytes in
            var done = 0
            while done < bytes.count {
                let count = min(bytes.count - done, 1 << 30)
                var written: Int32 = 0
                guard let start = bytes.baseAddress,
                    EVP_CipherUpdate(
                        context, output?.advanced(by: done), &written, start.advanced(by: done), Int32(count)) == 1
                else { return false }
                done += count
            }
            return true
        }
    }
}
