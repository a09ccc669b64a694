import TLSIdentity

/// The identities of a test authority as files for clients in any language.
struct IdentityFiles {
    /// One PKCS #12 file, with the chain and the key as PEM beside it where the file is a whole identity.
    struct File: Sendable {
        let name: String
        /// What its recipe says about it.
        let about: String
        let p12: String
        let chain: String
        let key: String
    }

    let files: [File]
    /// The file that holds the password of the PKCS #12 files, and that their owner alone may read.
    let passwordFile: String

    /// Writes every identity as chain, key and PKCS #12 file, and the further PKCS #12 files of other forms, into a folder, with their
    /// password beside them.
    static func write(of pki: TestPKI, password: String, to folder: String) throws(TLSIdentityError) -> IdentityFiles {
        var files: [File] = []
        let identities = Set(pki.identityNames)
        for name in pki.pkcs12Names {
            let about = pki.about(name)
            let bytes = try pki.pkcs12(name, password: password)
            if identities.contains(name) {
                let paths = try CertificateFiles.write(try pki.issueIdentity(name), pkcs12: bytes, to: folder)
                files.append(
                    File(name: name, about: about, p12: paths.pkcs12, chain: paths.certificate, key: paths.key))
            } else {
                let path = try CertificateFiles.write(pkcs12: bytes, named: name, to: folder)
                files.append(File(name: name, about: about, p12: path, chain: "", key: ""))
            }
        }
        let place = try PrivateDirectory(folder)
        try place.replace([("p12.password", Array((password + "\n").utf8), 0o600)])
        return IdentityFiles(files: files, passwordFile: place.path + "/p12.password")
    }
}
