public import HTTPAuthentication
public import PortalAuthentication
public import TLSIdentity

// What older clients do with the keychain, on a store of identities.
extension LegacyCredential {
    /// The identities that a server of a protection space accepts; all of them for nil.
    public static func identities(
        for space: ProtectionSpace?, in store: ClientIdentityStore
    ) -> [ClientIdentity] { store.identities(for: space) }

    /// Forgets an identity and where it was chosen; throws `storeNotWritable`.
    public static func removeIdentity(
        _ identity: ClientIdentity, from store: ClientIdentityStore
    ) async throws(IdentityImportError) { try await store.remove(identity) }
}
