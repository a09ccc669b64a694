/// PKCS #12 files (RFC 7292): a certificate with its key under a password, `.p12` or `.pfx`.
public enum PKCS12 {
    /// Opens a file and gives the identity in it, with the certificates that lead from its leaf up to a root.
    ///
    /// nil and "" both mean no password; the two encodings of that are tried. Where a file holds several keys, the first
    /// one that belongs to a certificate wins. Encryption that OpenSSL keeps in its legacy provider (RC2, RC4, DES) is
    /// opened only where it is allowed, and then in a library context of its own. Throws one error per kind of failure.
    public static func identity(
        in bytes: [UInt8], password: String?, allowsLegacyEncryption: Bool = false
    ) throws(PKCS12Error) -> ClientIdentity {
        var reader = PKCS12Reader(file: try PKCS12File(bytes), allowsLegacyEncryption: allowsLegacyEncryption)
        return try reader.contents(openedBy: PKCS12Password.candidates(for: password)).identity()
    }
}
