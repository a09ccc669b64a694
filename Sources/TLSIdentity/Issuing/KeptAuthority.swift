#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The authority that stays in a directory from run to run: `ca.pem`, and `ca.key` with mode 0600.
struct KeptAuthority {
    private static let certificateFile = "ca.pem"
    private static let keyFile = "ca.key"
    private let directory: PrivateDirectory

    init(directory path: String) throws(TLSIdentityError) { directory = try PrivateDirectory(path) }

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
                (Self.keyFile, Array(try authority.key.pem().expanded.utf8), 0o600),
                (Self.certificateFile, Array(try authority.certificate.pem().utf8), 0o644),
            ])
            return authority
        }
    }

    /// Reads what is kept; nil where there is nothing or where it is no authority with its key.
    private func kept() throws(TLSIdentityError) -> Authority? {
        guard let text = try directory.contents(of: Self.certificateFile),
            let keyText = try directory.contents(of: Self.keyFile)
        else {
            return nil
        }
        directory.makePrivate(Self.keyFile)
        guard let certificate = X509Certificate.all(inPEM: text).first, let key = try? PrivateKey(pem: keyText),
            certificate.matches(key), let constraints = certificate.nameConstraints
        else { return nil }
        return Authority(recipe: "ca", certificate: certificate, key: key, constraints: constraints, above: [])
    }

    /// Whether a quarter of its life or two days, whichever is less, are left.
    private static func isFresh(_ certificate: X509Certificate) -> Bool {
        let summary = CertificateSummary(certificate)
        let now = Int64(time(nil))
        let margin = min(2 * 86400, (summary.notAfter - summary.notBefore) / 4)
        return summary.notBefore <= now && summary.notAfter - now > margin
    }
}
