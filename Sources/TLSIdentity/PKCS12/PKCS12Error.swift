/// Why a PKCS #12 file (RFC 7292) gave no identity; it never carries a password or a byte of a key.
public struct PKCS12Error: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String
        public init(_ name: String) { description = name }

        /// No PKCS #12 file at all, or one that is cut short, damaged or asks for more work than any honest one.
        public static let invalidData = Code("invalidData")
        /// The password does not open it.
        public static let invalidPassword = Code("invalidPassword")
        /// It holds certificates and no key.
        public static let missingPrivateKey = Code("missingPrivateKey")
        /// It holds a key and no certificate.
        public static let missingCertificate = Code("missingCertificate")
        /// It holds keys and certificates that do not belong together.
        public static let keyMismatch = Code("keyMismatch")
        /// It is encrypted in a way that OpenSSL does not know, or only in its legacy provider.
        public static let unsupportedEncryption = Code("unsupportedEncryption")
    }

    public let code: Code
    /// What is wrong with the file, and what to do about it.
    public let detail: String
    /// The entries of OpenSSL's error queue, oldest first.
    public let openSSL: [OpenSSLErrorEntry]

    public init(_ code: Code, _ detail: String, openSSL: [OpenSSLErrorEntry] = []) {
        self.code = code
        self.detail = detail
        self.openSSL = openSSL
    }

    public static func == (one: PKCS12Error, other: PKCS12Error) -> Bool { one.code == other.code }

    public var description: String {
        openSSL.isEmpty ? detail : detail + " (" + openSSL.map(\.text).joined(separator: "; ") + ")"
    }
}
