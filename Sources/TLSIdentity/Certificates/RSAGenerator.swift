internal import COpenSSL

/// Makes RSA keys of 2048 bits with the exponent 65537, OpenSSL's defaults (EVP_PKEY-RSA(7)).
enum RSAGenerator {
    /// Makes a key that the caller owns.
    static func generate() throws(TLSIdentityError) -> OpaquePointer {
        try OpenSSLErrors.check("making an RSA key") { () -> OpaquePointer? in
            let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_generate(context, &key) == 1 else { return nil }
            return key
        }
    }
}
