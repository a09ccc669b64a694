/// Why a certificate, key or recipe could not be read, issued, kept or checked.
public struct TLSIdentityError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String
        public init(_ name: String) { description = name }

        /// A recipe that cannot be understood; the message names file, key path, value and what is allowed.
        public static let badRecipe = Code("badRecipe")
        /// No recipe of that name.
        public static let unknownRecipe = Code("unknownRecipe")
        /// A host name or an address that no certificate can be made out for.
        public static let badName = Code("badName")
        /// A name or an address that the authority's name constraints (RFC 5280 §4.2.1.10) do not allow.
        public static let notPermitted = Code("notPermitted")
        /// A directory or a file that cannot be read or written.
        public static let file = Code("file")
        /// A private key, or the directory of one, that is not its owner's alone.
        public static let notPrivate = Code("notPrivate")
        /// A kept authority that differs from what would be issued now.
        public static let otherAuthority = Code("otherAuthority")
        /// A text that holds no certificate.
        public static let badCertificate = Code("badCertificate")
        /// OpenSSL refused; see ``TLSIdentityError/openSSL``.
        public static let openSSL = Code("openSSL")
        /// Sealed bytes that were sealed with another key or were changed since.
        public static let notAuthentic = Code("notAuthentic")
    }

    public let code: Code
    /// What failed, with the value, while doing what.
    public let message: String
    /// The entries of OpenSSL's error queue, oldest first.
    public let openSSL: [OpenSSLErrorEntry]
    /// The number of `errno` that the failing call left; nil where no call of the system failed.
    package let number: Int32?

    public init(_ code: Code, _ message: String, openSSL: [OpenSSLErrorEntry] = []) {
        self.code = code
        self.message = message
        self.openSSL = openSSL
        number = nil
    }

    /// Takes a failure of a call of the system.
    package init(_ code: Code, _ message: String, number: Int32) {
        self.code = code
        self.message = message
        self.number = number
        openSSL = []
    }

    public static func == (one: TLSIdentityError, other: TLSIdentityError) -> Bool { one.code == other.code }

    public var description: String {
        openSSL.isEmpty ? message : message + " (" + openSSL.map(\.text).joined(separator: "; ") + ")"
    }
}

/// One entry of OpenSSL's error queue.
public struct OpenSSLErrorEntry: Sendable, Hashable {
    /// The packed number as OpenSSL gives it.
    public let packed: UInt
    /// OpenSSL's words for it.
    public let text: String
}
