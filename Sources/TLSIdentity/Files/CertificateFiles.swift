/// Certificates and keys as files: each appears whole or not at all, keys with mode 0600.
public enum CertificateFiles {
    /// Writes the authority that clients are to trust as `ca.pem` and, in DER, `ca.crt`; gives both paths.
    ///
    /// The directory is made with mode 0700 where there is none. Throws one error where a file cannot be written: none is
    /// then, unless the disk fails while they are moved to their places.
    public static func write(authorityOf pki: TestPKI, to directory: String) throws(TLSIdentityError) -> (
        pem: String, der: String
    ) {
        let place = try PrivateDirectory(directory)
        try place.replace([("ca.pem", Array(pki.authorityPEM.utf8), 0o644), ("ca.crt", pki.authorityDER, 0o644)])
        return (place.path + "/ca.pem", place.path + "/ca.crt")
    }

    /// Writes what a server sends as `<name>.pem` and its key as `<name>.key`; gives both paths.
    public static func write(
        _ certificate: IssuedCertificate, named name: String, to directory: String
    ) throws(TLSIdentityError) -> (certificate: String, key: String) {
        try check(name)
        let place = try PrivateDirectory(directory)
        try place.replace([
            (name + ".key", Array(certificate.keyPEM.expanded.utf8), 0o600),
            (name + ".pem", Array(certificate.chainPEM.utf8), 0o644),
        ])
        return (place.path + "/\(name).pem", place.path + "/\(name).key")
    }

    /// Writes an identity as `<name>.pem` (its chain), `<name>.key` and `<name>.p12`; gives the three paths.
    ///
    /// The PKCS #12 file is what ``TestPKI/pkcs12(_:password:)`` made of it.
    public static func write(
        _ identity: IssuedIdentity, pkcs12: [UInt8], to directory: String
    ) throws(TLSIdentityError) -> (certificate: String, key: String, pkcs12: String) {
        try check(identity.name)
        let place = try PrivateDirectory(directory)
        try place.replace([
            (identity.name + ".key", Array(identity.keyPEM.expanded.utf8), 0o600),
            (identity.name + ".p12", pkcs12, 0o600),
            (identity.name + ".pem", Array(identity.chainPEM.utf8), 0o644),
        ])
        let start = place.path + "/" + identity.name
        return (start + ".pem", start + ".key", start + ".p12")
    }

    /// Writes a PKCS #12 file as `<name>.p12` with mode 0600; gives its path.
    public static func write(
        pkcs12 bytes: [UInt8], named name: String, to directory: String
    ) throws(TLSIdentityError) -> String {
        try check(name)
        let place = try PrivateDirectory(directory)
        try place.replace([(name + ".p12", bytes, 0o600)])
        return place.path + "/\(name).p12"
    }

    private static func check(_ name: String) throws(TLSIdentityError) {
        guard !name.isEmpty, name.first != ".", !name.contains("/") else {
            throw TLSIdentityError(.file, "\"\(name)\" is not a file name for a certificate")
        }
    }
}
