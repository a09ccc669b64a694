internal import Platform

/// An authority that stays in a directory from run to run: `ca.pem`, and `ca.key` with mode 0600; `ca` is its recipe.
struct KeptAuthority {
    private let recipe: String
    private let directory: PrivateDirectory
    private var certificateFile: String { recipe + ".pem" }
    private var keyFile: String { recipe + ".key" }

    init(recipe: String, directory path: String) throws(TLSIdentityError) {
        self.recipe = recipe
        directory = try PrivateDirectory(path)
    }

    /// Gives the kept authority, or keeps the new one where there is none.
    ///
    /// The new one is what would be issued now. A kept one is used only where the folder and the key are their owner's alone and
    /// where it is that but for its key, its number and its dates; else this throws with what differs. Nothing is ever replaced:
    /// devices were told to trust what is kept.
    func load(orKeep fresh: Authority) throws(TLSIdentityError) -> Authority {
        try directory.requirePrivacy()
        return try directory.locked { () throws(TLSIdentityError) in
            let certificate = try directory.contents(of: certificateFile)
            let key = try directory.secret(of: keyFile)
            if let certificate, let key { return try kept(certificate, key, like: fresh) }
            guard certificate == nil, key == nil else {
                let (there, missing) = key == nil ? (certificateFile, keyFile) : (keyFile, certificateFile)
                throw refused("\(there) is there without \(missing)")
            }
            try directory.replace([
                (keyFile, Array(try fresh.key.pem().expanded.utf8), 0o600),
                (certificateFile, Array(try fresh.certificate.pem().utf8), 0o644),
            ])
            return fresh
        }
    }

    private func kept(_ text: String, _ keyText: String, like fresh: Authority) throws(TLSIdentityError) -> Authority {
        let certificates = X509Certificate.all(inPEM: text)
        guard let certificate = certificates.first else { throw refused("\(certificateFile) holds no certificate") }
        // Clients are given the file as it is, and trust whatever it holds, what OpenSSL reads no further to included.
        let count = max(certificates.count, PEMLabels.certificateCount(in: text.utf8))
        guard count == 1 else {
            throw refused("\(certificateFile) holds \(count) certificates, and clients would trust them all")
        }
        guard let key = try? PrivateKey(pem: keyText) else { throw refused("\(keyFile) holds no private key") }
        guard certificate.matches(key), certificate.isSigned(by: key) else {
            throw refused("\(keyFile) is not the key of \(certificateFile)")
        }
        if let difference = AuthorityDifference(of: certificate, from: fresh.certificate) {
            throw refused(difference.words)
        }
        try requireLife(of: certificate)
        return Authority(
            recipe: recipe, certificate: certificate, key: key, constraints: fresh.constraints, above: [])
    }

    /// Throws where less than a quarter of its life or two days, whichever is less, are left.
    private func requireLife(of certificate: X509Certificate) throws(TLSIdentityError) {
        let summary = CertificateSummary(certificate)
        let now = Int64(time(nil))
        let margin = min(2 * 86400, (summary.notAfter - summary.notBefore) / 4)
        guard summary.notBefore <= now else {
            throw refused("\(certificateFile) is not valid yet; is the clock right?")
        }
        guard summary.notAfter > now else { throw refused("\(certificateFile) has expired") }
        guard summary.notAfter - now > margin else {
            throw refused("\(certificateFile) ends in less than \((summary.notAfter - now + 3599) / 3600) hours")
        }
    }

    private func refused(_ what: String) -> TLSIdentityError {
        let files = "\(directory.path)/\(certificateFile) and \(directory.path)/\(keyFile)"
        return TLSIdentityError(
            .otherAuthority,
            "the authority kept in \(directory.path) is not used: \(what). Name another folder, or remove \(files): a new "
                + "one is then made, which every device has to be told to trust")
    }
}
