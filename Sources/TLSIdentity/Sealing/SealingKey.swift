internal import COpenSSL

/// A key in memory that is wiped when its last reference is gone; it prints as `***`.
package final class SealingKey: Sendable {
    // Written in init only and freed in deinit.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// How many bytes it has.
    package var count: Int { bytes.count }

    /// Lets a body write a new key; the body's error throws it away.
    init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(TLSIdentityError) -> Void) throws(TLSIdentityError)
    {
        bytes = .allocate(byteCount: max(count, 1), alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(bytes)
    }

    /// Takes a key over from bytes, which are wiped.
    package init(wiping source: inout [UInt8]) {
        bytes = .allocate(byteCount: max(source.count, 1), alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        bytes.copyBytes(from: source)
        Wiping.wipe(&source)
    }

    /// Makes a random key; throws `openSSL` where the machine has no random numbers to give.
    package convenience init(randomBytes count: Int) throws(TLSIdentityError) {
        try self.init(count: count) { bytes throws(TLSIdentityError) in
            try OpenSSLErrors.check("making a random key") {
                RAND_priv_bytes(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count))
            }
        }
    }

    deinit {
        OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        bytes.deallocate()
    }

    /// Hands the key to a body that needs it.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(bytes))
    }

    /// Makes another key of it for one purpose (HKDF with SHA-256, RFC 5869); the salt makes it a different one each time.
    package func derived(for purpose: String, salt: [UInt8], count: Int = 32) throws(TLSIdentityError) -> SealingKey {
        try SealingKey(count: count) { output throws(TLSIdentityError) in
            try withBytes { key throws(TLSIdentityError) in
                try OpenSSLErrors.check("deriving a key with HKDF") {
                    Self.hkdf(key, salt, Array(purpose.utf8), into: output)
                }
            }
        }
    }

    private static func hkdf(
        _ key: UnsafeRawBufferPointer, _ salt: [UInt8], _ info: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) -> Int32 {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var count = output.count
        guard context != nil, EVP_PKEY_derive_init(context) == 1,
            EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
            EVP_PKEY_CTX_set1_hkdf_key(
                context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: key.count)) == 1,
            salt.isEmpty || EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(clamping: salt.count)) == 1,
            info.isEmpty || EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(clamping: info.count)) == 1,
            EVP_PKEY_derive(context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1
        else { return 0 }
        return count == output.count ? 1 : 0
    }
}

extension SealingKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
