internal import COpenSSL
internal import Platform

/// X509_STOREs by the set of authorities in them: each set is read once per process, the system's only when it is needed.
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
    /// The system's file of authorities: reading its 140 certificates takes 16 ms, copying them to a set 0.3 ms.
    private static let systemFile = readSystemFile()

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
                throw TLSIdentityError(
                    .badCertificate, "an authority to trust holds no certificate in PEM (RFC 7468 §5)")
            }
            for certificate in certificates {
                try OpenSSLErrors.check("trusting an authority") {
                    X509_STORE_add_cert(store.pointer, certificate.pointer)
                }
            }
        }
        // A given certificate is trusted as it is, also where it is no root.
        X509_STORE_set_flags(store.pointer, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        if key.includesSystem { OpenSSLErrors.shielded { addSystem(to: store) } }
        return store
    }

    /// Adds the system's file, and its directory, which is read certificate by certificate; neither has to exist.
    private static func addSystem(to store: Store) {
        let objects = X509_STORE_get0_objects(systemFile?.pointer)
        for index in 0..<max(0, OPENSSL_sk_num(objects)) {
            guard let object = OPENSSL_sk_value(objects, index),
                let certificate = X509_OBJECT_get0_X509(OpaquePointer(object))
            else { continue }
            X509_STORE_add_cert(store.pointer, certificate)
        }
        let directory = X509_STORE_add_lookup(store.pointer, X509_LOOKUP_hash_dir())
        X509_LOOKUP_ctrl(directory, X509_L_ADD_DIR, nil, Int(X509_FILETYPE_DEFAULT), nil)
    }

    private static func readSystemFile() -> Store? {
        OpenSSLErrors.shielded {
            guard let store = X509_STORE_new() else { return nil }
            X509_STORE_set_default_paths(store)
            return Store(owning: store)
        }
    }
}
