/// A PKCS #12 file that is taken into the store of identities.
struct IdentityFile: Sendable {
    /// The password that is typed.
    enum Password: Sendable, Equatable {
        /// The file's own.
        case right
        case wrong
        case empty
        /// Nothing is typed.
        case none
        case text(String)
    }
    /// What is wrong with the file.
    enum Flaw: String, Sendable, CaseIterable {
        /// Its bytes are no PKCS #12.
        case junk
        /// It ends in the middle.
        case truncated
        /// No user may read it.
        case unreadable
        /// It is a folder.
        case directory
        /// It is not there.
        case missing
    }
    /// The recipe of the file, or the name of an identity.
    var recipe: String
    var password: Password
    var overwrites: Bool
    var allowsLegacy: Bool
    var flaw: Flaw?
}
