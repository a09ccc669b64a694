internal import COpenSSL
internal import Platform

/// Makes P-256 keys from one EVP_PKEY_CTX: setting one up takes three times as long as making a key.
enum P256Generator {
    /// The context of this process; used under its lock and never freed.
    private struct Context: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    private static let context = Locked(Context(pointer: ready()))

    /// Makes a key that the caller owns.
    static func generate() throws(TLSIdentityError) -> OpaquePointer {
        try OpenSSLErrors.check("making a P-256 key") {
            context.withLock { context in
                var key: OpaquePointer?
                return EVP_PKEY_generate(context.pointer, &key) == 1 ? key : nil
            }
        }
    }

    private static func ready() -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1 else {
            EVP_PKEY_CTX_free(context)
            return nil
        }
        return context
    }
}
