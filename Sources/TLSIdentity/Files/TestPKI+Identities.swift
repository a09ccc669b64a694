internal import JSONValues
internal import Platform

extension TestPKI {
    /// Names of the identities, sorted: the recipes of the kind `client`.
    public var identityNames: [String] {
        if let known = knownIdentities.withLock({ $0 }) { return known }
        let names = CertificateRecipe.names(of: .client, in: fixtures)
        knownIdentities.withLock { $0 = names }
        return names
    }

    /// The identity that ``issueIdentity(_:)`` issues, with its key read.
    public func identity(_ name: String) throws(TLSIdentityError) -> ClientIdentity {
        if let known = opened.withLock({ $0[name] }) { return known }
        let issued = try issueIdentity(name)
        let identity = try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
        opened.withLock { $0[name] = identity }
        return identity
    }

    /// Issues an identity when it is first asked for, and gives the same one ever after.
    ///
    /// An identity has one certificate per kind of key; all of them go by its name. Throws where the recipe is unknown, bad, or
    /// makes no identity.
    public func issueIdentity(
        _ name: String, algorithm: KeyAlgorithm = .p256
    ) throws(TLSIdentityError) -> IssuedIdentity {
        if let known = issued.withLock({ $0[algorithm]?[name] }) { return known }
        let recipe = try recipe(named: name)
        guard recipe.kind == .client else {
            let hint = NearestName.to(name, among: identityNames).map { ". Did you mean \($0)?" } ?? ""
            throw TLSIdentityError(
                .unknownRecipe,
                "certs/\(name).json makes no identity of a client; there are: "
                    + identityNames.joined(separator: ", ") + hint)
        }
        let leaf = try leaf(of: recipe, names: [], addresses: [], spare: name, algorithm: algorithm)
        let identity = IssuedIdentity(
            name: name, recipe: name, chainPEM: leaf.chainPEM, keyPEM: try leaf.key.pem(),
            leafSHA256: leaf.summary.sha256, subject: leaf.summary.subject, commonName: leaf.certificate.commonName,
            issuer: { if case .authority(let issuer) = recipe.issuer { issuer } else { name } }(),
            notBefore: leaf.summary.notBefore, notAfter: leaf.summary.notAfter)
        // Two threads may both have made one: the first stays, so that a fingerprint has one name.
        return issued.withLock { known in
            if let first = known[algorithm]?[name] { return first }
            known[algorithm, default: [:]][name] = identity
            return identity
        }
    }

    /// The identity that was issued with a leaf of this fingerprint; nil where none was so far.
    public func issuedIdentity(ofLeaf fingerprint: String) -> IssuedIdentity? {
        issued.withLock { known in
            known.values.lazy.flatMap(\.values).first { $0.leafSHA256 == fingerprint }
        }
    }

    /// The certificate of an authority by its recipe, in PEM; it is made when it is first asked for.
    public func authorityPEM(named recipe: String) throws(TLSIdentityError) -> String {
        try authority(named: recipe).certificate.pem()
    }

    /// Names of the PKCS #12 files, sorted: each identity by its own name, and the recipes of the kind `pkcs12`.
    public var pkcs12Names: [String] {
        (identityNames + CertificateRecipe.names(of: .pkcs12, in: fixtures)).sorted()
    }

    /// What the recipe of an identity or of a PKCS #12 file says about it; empty where there is none.
    public func about(_ name: String) -> String {
        if let recipe = try? recipe(named: name), recipe.kind == .client { return recipe.about }
        return (try? PKCS12Recipe(named: name, in: fixtures))?.about ?? ""
    }

    /// Makes a PKCS #12 file (RFC 7292) of an identity, as its recipe says; the name of an identity is a modern export.
    ///
    /// The password is the file's where the recipe takes one; with `rsa` the identity is that with an RSA key. Throws for an unknown or bad recipe, and where OpenSSL
    /// lacks the old encryption that it asks for.
    public func pkcs12(
        _ name: String, password: String, algorithm: KeyAlgorithm = .p256
    ) throws(TLSIdentityError) -> [UInt8] {
        let recipe =
            identityNames.contains(name)
            ? PKCS12Recipe(exporting: name) : try PKCS12Recipe(named: name, in: fixtures)
        let identity = try issueIdentity(recipe.identity, algorithm: algorithm)
        let certificates = X509Certificate.all(inPEM: identity.chainPEM)
        let used: String? =
            switch recipe.password {
            case .given: password
            case .empty: ""
            case .none: nil
            }
        var contents: [PKCS12Writer.Content] = []
        if recipe.contents.contains(.certificate) { contents += certificates.prefix(1).map { .certificate($0) } }
        if recipe.contents.contains(.chain) { contents += certificates.dropFirst().map { .certificate($0) } }
        if recipe.contents.contains(.key) { contents.append(.key(try PrivateKey(pem: identity.keyPEM.expanded))) }
        return try PKCS12Writer(
            encryption: recipe.encryption, hasMAC: recipe.hasMAC, friendlyName: identity.commonName
        ).write(contents, password: used)
    }
}
