/// Why an identity could not be taken into a store, or taken out of it; the store is as it was before.
public struct IdentityImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// Its name.
        public let description: String

        /// Names a further code.
        public init(_ name: String) { description = name }

        /// The password of the PKCS #12 file is wrong, or one is needed and none was given.
        public static let invalidPassword = Code("invalidPassword")
        /// The bytes are no PKCS #12 file, or are damaged.
        public static let invalidData = Code("invalidData")
        /// The file holds a certificate and no key.
        public static let missingPrivateKey = Code("missingPrivateKey")
        /// The file holds a key and no certificate.
        public static let missingCertificate = Code("missingCertificate")
        /// The key belongs to none of the certificates.
        public static let keyMismatch = Code("keyMismatch")
        /// The same subject has an identity of the same issuer in the store, and was not to be overwritten.
        public static let duplicateIdentity = Code("duplicateIdentity")
        /// The file is encrypted with an algorithm of OpenSSL's legacy provider, and that was not allowed.
        public static let unsupportedEncryption = Code("unsupportedEncryption")
        /// The file cannot be read: it is missing, a directory, or not the caller's.
        public static let failedToAccessFile = Code("failedToAccessFile")
        /// The store's directory cannot be made, read, locked or written to.
        public static let storeNotWritable = Code("storeNotWritable")
    }

    /// What went wrong.
    public let code: Code
    /// What happened, with the file or the subject, and what to do; never a password.
    public let detail: String

    /// Names a failure.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Errors are equal by their code.
    public static func == (one: IdentityImportError, other: IdentityImportError) -> Bool { one.code == other.code }

    /// The failure in one line; control characters of a subject are replaced.
    public var description: String { PortalError.printable("\(detail) (\(code))") }
}
