internal import COpenSSL

/// OpenSSL's legacy provider (OSSL_PROVIDER-legacy(7)) in a library context of its own, so that nothing else gets at it.
struct LegacyProvider: @unchecked Sendable {
    /// The OSSL_LIB_CTX; it stays for the life of the process.
    let context: OpaquePointer

    /// Gives the one of this process, loaded when it is first asked for.
    static func shared() throws(PKCS12Error) -> LegacyProvider { try loaded.get() }
    private static let loaded = Result { () throws(PKCS12Error) in try LegacyProvider() }

    /// Loads the provider into a new context; the module has another name only in tests.
    init(module: String = "legacy") throws(PKCS12Error) {
        ERR_clear_error()
        guard let context = OSSL_LIB_CTX_new() else {
            throw PKCS12Error(
                .unsupportedEncryption, "OpenSSL gives no library context", openSSL: OpenSSLErrors.drain())
        }
        // Named explicitly: a context in which one provider is loaded no longer has the default one by itself.
        guard OSSL_PROVIDER_load(context, "default") != nil, OSSL_PROVIDER_load(context, module) != nil else {
            let entries = OpenSSLErrors.drain()
            OSSL_LIB_CTX_free(context)
            throw PKCS12Error(
                .unsupportedEncryption,
                "OpenSSL's legacy provider cannot be loaded: install its module (on newer Debian the package "
                    + "openssl-provider-legacy), or name its folder in OPENSSL_MODULES", openSSL: entries)
        }
        self.context = context
    }
}
