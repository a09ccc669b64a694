internal import Platform

/// Whose tickets or keys a context uses.
///
/// Everything but the person's own cache is named in the library's key/value store: no environment variable is set.
package final class GSSCredential: @unchecked Sendable {
    let library: GSSLibrary
    /// The handle; the library locks what threads share.
    let handle: OpaquePointer

    /// Where an initiator's tickets come from.
    package enum Source: Sendable, Hashable {
        /// The cache of the person who runs the program, as Kerberos's settings name it.
        case personalCache
        /// A cache by its name, such as `FILE:/tmp/krb5cc_1000`.
        case cache(String)
        /// A keytab file, a principal whose key is in it, and the cache that keeps the tickets, as ``GSSTicketCaches`` names it.
        case keytab(path: String, principal: String, cache: String)
    }

    private init(_ library: GSSLibrary, _ handle: OpaquePointer) {
        self.library = library
        self.handle = handle
    }

    deinit {
        var minor: UInt32 = 0
        var slot: OpaquePointer? = handle
        _ = library.functions.releaseCredential(&minor, &slot)
    }

    /// Gets an initiator's credential, for Kerberos alone; may wait for a key distribution centre.
    package static func initiator(
        _ source: Source, library: GSSLibrary
    ) throws(GSSError) -> GSSCredential {
        switch source {
        case .personalCache: return try acquire("taking the person's ticket", usage: initiates, library: library)
        case .cache(let name):
            return try acquire(
                "taking the ticket of \(name)", usage: initiates, store: [("ccache", name)], library: library)
        case .keytab(let path, let principal, let cache):
            return try acquire(
                "getting a ticket for \(principal) by the keytab \(path)", usage: initiates,
                store: [("client_keytab", path), ("ccache", cache)], principal: principal,
                library: library)
        }
    }

    /// Gets an acceptor's credential: every key of a keytab file.
    ///
    /// The replay cache is named as krb5.conf's `default_rcache_name` does; `none:` keeps none.
    package static func acceptor(
        keytab: String, replayCache: String = "none:", library: GSSLibrary
    ) throws(GSSError) -> GSSCredential {
        try acquire(
            "reading the keytab \(keytab)", usage: accepts, store: [("keytab", keytab), ("rcache", replayCache)],
            library: library)
    }

    /// `GSS_C_INITIATE` and `GSS_C_ACCEPT`.
    private static let initiates: Int32 = 1
    private static let accepts: Int32 = 2

    private static func acquire(
        _ doing: String, usage: Int32, store: [(String, String)] = [], principal: String? = nil, library: GSSLibrary
    ) throws(GSSError) -> GSSCredential {
        var name: OpaquePointer?
        defer {
            var minor: UInt32 = 0
            if name != nil { _ = library.functions.releaseName(&minor, &name) }
        }
        if let principal { name = try library.name(principal, .principalName) }
        var minor: UInt32 = 0
        var handle: OpaquePointer?
        let major = withStore(store) { store in
            library.functions.acquireCredential(
                &minor, name, .max, GSSObject.spnego.set, usage, store, &handle, nil, nil)
        }
        guard major >> 16 == 0, let handle else {
            // SPNEGO says that it has no mechanism; Kerberos says why.
            var other: OpaquePointer?
            let told = withStore(store) { store in
                library.functions.acquireCredential(
                    &minor, name, .max, GSSObject.kerberos.set, usage, store, &other, nil, nil)
            }
            if other != nil {
                var ignored: UInt32 = 0
                _ = library.functions.releaseCredential(&ignored, &other)
            }
            throw library.failure(doing, told >> 16 == 0 ? major : told, minor, of: .kerberos)
        }
        let credential = GSSCredential(library, handle)
        // Of what SPNEGO can negotiate Kerberos alone: a plug-in must not answer with NTLM in its place.
        let narrowed = library.functions.setNegotiableMechanisms(&minor, handle, GSSObject.kerberos.set)
        guard narrowed >> 16 == 0 else { throw library.failure(doing, narrowed, minor) }
        return credential
    }

    /// Runs a body with a `gss_key_value_set_desc`; nil where nothing is named.
    private static func withStore<Result>(
        _ pairs: [(String, String)], _ body: (UnsafeMutableRawPointer?) -> Result
    ) -> Result {
        guard !pairs.isEmpty else { return body(nil) }
        let texts = pairs.flatMap { [strdup($0.0), strdup($0.1)] }
        let elements = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count)
        elements.initialize(from: texts, count: texts.count)
        // Not packed anywhere: gssapi_ext.h says nothing of its layout.
        let set = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
        set.storeBytes(of: UInt32(pairs.count), as: UInt32.self)
        set.storeBytes(of: UnsafeMutableRawPointer(elements), toByteOffset: 8, as: UnsafeMutableRawPointer.self)
        defer {
            set.deallocate()
            elements.deallocate()
            for text in texts { free(text) }
        }
        return body(set)
    }
}

extension GSSLibrary {
    /// Imports a name; the caller releases it.
    func name(_ text: String, _ kind: GSSObject) throws(GSSError) -> OpaquePointer {
        guard !text.utf8.contains(0) else { throw GSSError(.other, "a name with a NUL in it is none") }
        let input = GSSInput(text.utf8)
        var minor: UInt32 = 0
        var name: OpaquePointer?
        let major = functions.importName(&minor, input.structure, kind.identifier, &name)
        guard major >> 16 == 0, let name else { throw failure("reading the name \(text)", major, minor) }
        return name
    }
}
