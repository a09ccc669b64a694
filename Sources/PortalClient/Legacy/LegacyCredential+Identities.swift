public import HTTPSemantics
public import PortalAuthentication
public import TLSIdentity

// What older clients do with the keychain, on a store of identities.
extension LegacyCredential {
    /// The identities that a server of a protection space accepts; all of them for nil.
    public static func identities(
        for space: ProtectionSpace?, in store: ClientIdentityStore
    ) -> [ClientIdentity] { store.identities(for: space) }

    /// Takes in the identity of a PKCS #12 file; throws one code per kind of failure, and nothing is changed then.
    @discardableResult
    public static func importCertificate(
        data: [UInt8], password: Secret<String>?, overwrite: Bool, into store: ClientIdentityStore
    ) throws(IdentityImportError) -> ClientIdentity {
        try store.importPKCS12(data, password: password, overwrite: overwrite)
    }

    /// Forgets an identity and where it was chosen; throws `storeNotWritable`.
    public static func removeIdentity(
        _ identity: ClientIdentity, from store: ClientIdentityStore
    ) async throws(IdentityImportError) { try await store.remove(identity) }
}
