public import FixtureFiles
internal import Platform

/// A certificate authority of one's own, and whatever is issued from the recipes in `certs/`.
///
/// The authority is new per instance unless it is kept in a directory, and its name constraints (RFC 5280 §4.2.1.10)
/// hold it to the names and addresses given here and to `localhost`, so that a leaked key cannot stand for anybody else.
public final class TestPKI: Sendable {
    let fixtures: FixtureTree
    let issued = Locked<[KeyAlgorithm: [String: IssuedIdentity]]>([:])
    let opened = Locked<[String: ClientIdentity]>([:])
    /// Names of the identities, once they were looked up.
    let knownIdentities = Locked<[String]?>(nil)
    private let served: NameConstraints
    private let directory: String?
    private let root: Authority
    private let rootPEM: String
    private let made: Locked<[String: Authority]>
    private let read = Locked<[String: CertificateRecipe]>([:])

    /// Makes the authority, or takes the kept one where it is just what would be made.
    ///
    /// `names` cover the names below them too; `addresses` may be blocks. A directory is made with mode 0700 where there
    /// is none, and holds `ca.pem` and `ca.key`, and the like of each authority of clients that is asked for. Throws one
    /// error where nothing can be kept there, where others may use it, and where what is kept differs; nothing is replaced.
    public convenience init(
        fixtures: FixtureTree = .embedded, names: [String] = ["localhost", ".localhost"],
        addresses: [String] = ["127.0.0.0/8", "::1"], caLifetimeDays: Int = 30, keptIn directory: String? = nil
    ) throws(TLSIdentityError) {
        // Loopback names stay allowed: the recipe for a wrong host names one, and must fail by its name alone.
        try self.init(
            fixtures: fixtures, served: NameConstraints(names: ["localhost"] + names, addresses: addresses),
            caLifetimeDays: caLifetimeDays, keptIn: directory)
    }

    /// Makes an authority for hosts that are not this machine's: it may issue for these names alone, and is kept nowhere.
    ///
    /// What lies below a name is permitted with it (RFC 5280 §4.2.1.10), `localhost` and every address are not. Throws where a
    /// name is no host name.
    package convenience init(
        fixtures: FixtureTree, namesAlone names: [String], caLifetimeDays: Int = 7
    ) throws(TLSIdentityError) {
        try self.init(
            fixtures: fixtures, served: NameConstraints(names: names, addresses: []), caLifetimeDays: caLifetimeDays,
            keptIn: nil)
    }

    private init(
        fixtures: FixtureTree, served: NameConstraints, caLifetimeDays: Int, keptIn directory: String?
    ) throws(TLSIdentityError) {
        self.fixtures = fixtures
        self.directory = directory
        self.served = served
        let recipe = try CertificateRecipe(named: "ca", in: fixtures)
        let maker = AuthorityMaker(served: served, lifetimeDays: caLifetimeDays)
        if let directory {
            let kept = try KeptAuthority(recipe: "ca", directory: directory)
            root = try kept.load(orKeep: try maker.make(recipe, under: nil))
        } else {
            root = try maker.make(recipe, under: nil)
        }
        rootPEM = try root.certificate.pem()
        made = Locked(["ca": root])
    }

    /// The authority that clients are told to trust, in PEM.
    public var authorityPEM: String { rootPEM }

    /// The authority that clients are told to trust, in DER.
    public var authorityDER: [UInt8] { root.certificate.der }

    /// What the authority's certificate says.
    public var authority: CertificateSummary { CertificateSummary(root.certificate) }

    /// Names of the recipes that a server can show, sorted.
    public var recipes: [String] { CertificateRecipe.names(in: fixtures) }

    /// Whether a recipe's certificates are good for addresses and no name, whatever names are served.
    public func isForAddressesAlone(_ name: String) -> Bool { (try? recipe(named: name))?.names?.isEmpty == true }

    /// The root above a recipe that has an authority of its own, in PEM; nil for the others.
    public func authorityPEM(ofRecipe name: String) -> String? {
        guard let recipe = try? recipe(named: name),
            case .authority(let issuer) = recipe.issuer, let authority = try? authority(named: issuer),
            authority.root != "ca"
        else { return nil }
        return try? self.authority(named: authority.root).certificate.pem()
    }

    /// Issues a certificate with a new key and serial for the names and addresses, unless the recipe has its own.
    ///
    /// Throws where the recipe is unknown or bad, or where the authority's name constraints do not cover a name.
    public func issue(_ name: String, names: [String], addresses: [String]) throws(TLSIdentityError)
        -> IssuedCertificate
    {
        let recipe = try recipe(named: name)
        guard recipe.kind == .server else {
            let kind = recipe.kind == .client ? "an identity of a client" : "an authority"
            throw TLSIdentityError(.unknownRecipe, "certs/\(name).json makes \(kind), no server certificate")
        }
        let leaf = try leaf(of: recipe, names: names, addresses: addresses, spare: names.first)
        return IssuedCertificate(
            recipe: name, chainPEM: leaf.chainPEM, keyPEM: try leaf.key.pem(), leafSHA256: leaf.summary.sha256,
            subject: leaf.summary.subject, notBefore: leaf.summary.notBefore, notAfter: leaf.summary.notAfter)
    }

    /// A leaf with a new key and what is sent along with it.
    struct Leaf {
        let certificate: X509Certificate
        let summary: CertificateSummary
        let chainPEM: String
        let key: PrivateKey
    }

    /// Issues a leaf for a new key; the spare common name is taken where neither the recipe nor a name in it gives one.
    func leaf(
        of recipe: CertificateRecipe, names: [String], addresses: [String], spare: String?,
        algorithm: KeyAlgorithm = .p256
    ) throws(TLSIdentityError) -> Leaf {
        var hosts: [DNSName] = []
        for host in recipe.names ?? names { hosts.append(try DNSName(host)) }
        var blocks: [AddressBlock] = []
        for address in recipe.addresses ?? addresses {
            let block = try AddressBlock(address)
            guard block.isSingle else { throw TLSIdentityError(.badName, "\"\(address)\" is a block, not one address") }
            blocks.append(block)
        }
        let issuer = try issuer(of: recipe)
        try check(hosts, blocks, against: issuer)
        let now = Int64(time(nil))
        let draft = CertificateDraft(
            commonName: recipe.subject ?? hosts.first?.text ?? spare ?? blocks.first?.address ?? "mockportal",
            validity: validity(of: recipe, from: now, under: issuer),
            role: .leaf(names: hosts, addresses: blocks, recipe.extendedKeyUsage))
        let key = try PrivateKey.generate(algorithm)
        let certificate = try draft.signed(for: key, by: issuer.map { ($0.certificate, $0.key) })
        return Leaf(
            certificate: certificate, summary: CertificateSummary(certificate),
            chainPEM: try chainPEM(of: certificate, recipe: recipe, issuer: issuer), key: key)
    }

    private func check(_ hosts: [DNSName], _ blocks: [AddressBlock], against issuer: Authority?)
        throws(TLSIdentityError)
    {
        guard let constraints = issuer?.constraints else { return }
        let outside =
            hosts.first { !constraints.covers($0) }?.text ?? blocks.first { !constraints.covers($0) }?.address
        guard let outside else { return }
        throw TLSIdentityError(
            .notPermitted,
            "the test authority must not issue for \(outside): its name constraints allow \(constraints.words); "
                + "give the PKI that name or address from the start")
    }

    /// A leaf ends with its issuer, unless its recipe begins later than that.
    private func validity(of recipe: CertificateRecipe, from now: Int64, under issuer: Authority?) -> Range<Int64> {
        let start = now + recipe.validity.lowerBound
        let end = now + recipe.validity.upperBound
        guard let issuer, case let last = CertificateSummary(issuer.certificate).notAfter, start < last else {
            return start..<end
        }
        return start..<min(end, last)
    }

    private func chainPEM(
        of leaf: X509Certificate, recipe: CertificateRecipe, issuer: Authority?
    ) throws(TLSIdentityError) -> String {
        let usual = issuer.map { [$0.recipe] + $0.above }?.dropLast() ?? []
        var text = ""
        for name in recipe.sends ?? ["leaf"] + usual {
            text += try name == "leaf" ? leaf.pem() : authority(named: name).certificate.pem()
        }
        return text
    }

    func recipe(named name: String) throws(TLSIdentityError) -> CertificateRecipe {
        if let known = read.withLock({ $0[name] }) { return known }
        let recipe = try CertificateRecipe(named: name, in: fixtures)
        read.withLock { $0[name] = recipe }
        return recipe
    }

    private func issuer(of recipe: CertificateRecipe) throws(TLSIdentityError) -> Authority? {
        switch recipe.issuer {
        case .itself: nil
        case .authority(let name): try authority(named: name)
        }
    }

    /// Finds or makes an authority and those above it.
    func authority(named name: String, below: [String] = []) throws(TLSIdentityError) -> Authority {
        if let known = made.withLock({ $0[name] }) { return known }
        let recipe = try recipe(named: name)
        let chain = (below + [name]).joined(separator: " → ")
        guard recipe.kind == .authority else {
            throw TLSIdentityError(.badRecipe, "certs/\(name).json: kind must be \"authority\" to issue (\(chain))")
        }
        guard !below.contains(name) else {
            throw TLSIdentityError(.badRecipe, "certs/\(name).json: issuer goes round in a circle (\(chain))")
        }
        let above: Authority? =
            if case .authority(let issuer) = recipe.issuer { try authority(named: issuer, below: below + [name]) } else
            { nil }
        let fresh = try make(recipe, under: above)
        // Two threads may both have made one: the first stays, so that every leaf chains to the same.
        return made.withLock { known in
            if let first = known[name] { return first }
            known[name] = fresh
            return fresh
        }
    }

    /// Makes an authority by its recipe; a root of clients is kept beside the servers' authority where that is kept.
    ///
    /// An identity that a user imported in an earlier run is then still trusted.
    private func make(_ recipe: CertificateRecipe, under issuer: Authority?) throws(TLSIdentityError) -> Authority {
        let maker = AuthorityMaker(served: served, lifetimeDays: nil)
        guard issuer == nil, recipe.extendedKeyUsage == [.clientAuth], let directory else {
            return try maker.make(recipe, under: issuer)
        }
        let kept = try KeptAuthority(recipe: recipe.name, directory: directory)
        return try kept.load(orKeep: try maker.make(recipe, under: nil))
    }
}
