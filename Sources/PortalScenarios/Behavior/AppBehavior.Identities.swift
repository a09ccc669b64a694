package import HTTPSemantics
package import PortalAuthentication
package import TLSIdentity

extension AppBehavior {
    /// How the app keeps client certificates.
    package struct Identities: Sendable {
        /// A PKCS #12 file that the app is to import.
        package struct File: Sendable {
            package let path: String
            package let password: Secret<String>?
            /// Whether it replaces an identity of that name.
            package let overwrites: Bool
            package let allowsLegacyEncryption: Bool
            /// The folder of the store.
            package let storePath: String

            /// Puts the identity of the file into a store.
            package func add(to store: ClientIdentityStore, overwrites: Bool) throws(IdentityImportError) {
                try store.importPKCS12(
                    file: path, password: password, overwrite: overwrites,
                    allowsLegacyEncryption: allowsLegacyEncryption)
            }
        }
        /// Puts the identity of a file into the store.
        package var importFile: @Sendable (ClientIdentityStore, File) throws(IdentityImportError) -> Void = {
            store, file throws(IdentityImportError) in try file.add(to: store, overwrites: file.overwrites)
        }
        /// Puts an identity into the store.
        package var add: @Sendable (ClientIdentityStore, ClientIdentity) throws -> Void = { try $0.add($1) }
        /// Takes an identity out of the store.
        package var remove: @Sendable (ClientIdentityStore, ClientIdentity) async throws -> Void = {
            try await $0.remove($1)
        }
        /// Says where the store is found after a restart.
        package var folder: @Sendable (String) -> String = { $0 }
    }
}
