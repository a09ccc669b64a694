#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

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

    /// Gives the kept authority while it fits, else makes a new one and keeps that.
    ///
    /// It fits while its key belongs to it, enough of its life is left and its name constraints cover what is asked for.
    func load(
        covering constraints: NameConstraints, orMake make: () throws(TLSIdentityError) -> Authority
    ) throws(TLSIdentityError) -> Authority {
        try directory.locked { () throws(TLSIdentityError) in
            if let kept = try kept(), kept.constraints.covers(constraints), Self.isFresh(kept.certificate) {
                return kept
            }
            let authority = try make()
            try directory.replace([
                (keyFile, Array(try authority.key.pem().expanded.utf8), 0o600),
                (certificateFile, Array(try authority.certificate.pem().utf8), 0o644),
            ])
            return authority
        }
    }

    /// Reads what is kept; nil where there is nothing or where it is no authority with its key.
    private func kept() throws(TLSIdentityError) -> Authority? {
        guard let text = try directory.contents(of: certificateFile),
            let keyText = try directory.contents(of: keyFile)
        else {
            return nil
        }
        directory.makePrivate(keyFile)
        guard let certificate = X509Certificate.all(inPEM: text).first, let key = try? PrivateKey(pem: keyText),
            certificate.matches(key), let constraints = certificate.nameConstraints
        else { return nil }
        return Authority(recipe: recipe, certificate: certificate, key: key, constraints: constraints, above: [])
    }

    /// Whether a quarter of its life or two days, whichever is less, are left.
    private static func isFresh(_ certificate: X509Certificate) -> Bool {
        let summary = CertificateSummary(certificate)
        let now = Int64(time(nil))
        let margin = min(2 * 86400, (summary.notAfter - summary.notBefore) / 4)
        return summary.notBefore <= now && summary.notAfter - now > margin
    }
}
