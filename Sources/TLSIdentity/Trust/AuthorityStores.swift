internal import COpenSSL
internal import Locking

/// X509_STOREs by the set of authorities in them: each set is read once per process.
enum AuthorityStores {
    /// What a store was made from.
    private struct Key: Hashable {
        let authoritiesPEM: [String]
        let includesSystem: Bool
    }

    /// An X509_STORE that is freed with its last owner; OpenSSL locks and counts references by itself.
    final class Store: @unchecked Sendable {
        let pointer: OpaquePointer
        init(owning pointer: OpaquePointer) { self.pointer = pointer }
        deinit { X509_STORE_free(pointer) }
    }

    /// Sets that are kept at once; a client that trusts ever new authorities must not grow without bound.
    private static let limit = 64
    private static let stores = Locked<[Key: Store]>([:])

    /// The store for a set of authorities; throws where a text holds no certificate.
    static func store(authoritiesPEM: [String], includesSystem: Bool) throws(TLSIdentityError) -> Store {
        let key = Key(authoritiesPEM: authoritiesPEM, includesSystem: includesSystem)
        if let known = stores.withLock({ $0[key] }) { return known }
        let store = try make(key)
        stores.withLock { known in
            if known.count >= limit { known.removeAll() }
            known[key] = store
        }
        return store
    }

    private static func make(_ key: Key) throws(TLSIdentityError) -> Store {
        let store = Store(owning: try OpenSSLErrors.check("making a certificate store") { X509_STORE_new() })
        for text in key.authoritiesPEM {
            let certificates = X509Certificate.all(inPEM: text)
            guard !certificates.isEmpty else {
                throw TLSIdentityError(.badCertificate, "an authority to trust holds no certificate in PEM (RFC 7468 §5)")
            }
            for certificate in certificates {
                try OpenSSLErrors.check("trusting an authority") { X509_STORE_add_cert(store.pointer, certificate.pointer) }
            }
        }
        // A given certificate is trusted as it is, also where it is no root.
        X509_STORE_set_flags(store.pointer, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        guard key.includesSystem else { return store }
        // The system's file is read here, its directory certificate by certificate when one is looked for; neither has to exist.
        OpenSSLErrors.shielded { _ = X509_STORE_set_default_paths(store.pointer) }
        return store
    }
}
