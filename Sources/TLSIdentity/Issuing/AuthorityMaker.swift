internal import HTTPSemantics
internal import Platform

/// Makes authorities from their recipes.
struct AuthorityMaker {
    /// What is served in this run: the name constraints of every recipe that has none of its own.
    let served: NameConstraints
    /// How long an authority lives; nil means as its recipe says.
    let lifetimeDays: Int?

    /// The name constraints of a recipe.
    func constraints(of recipe: CertificateRecipe) throws(TLSIdentityError) -> NameConstraints {
        guard let names = recipe.names else {
            return try NameConstraints(
                names: served.names,
                addresses: recipe.addresses ?? served.addresses.map { "\($0.address)/\($0.prefix)" })
        }
        return try NameConstraints(names: names, addresses: recipe.addresses ?? [])
    }

    /// Makes an authority that signs itself or is signed by another; a root may stand two certificates above a leaf.
    func make(_ recipe: CertificateRecipe, under issuer: Authority?) throws(TLSIdentityError) -> Authority {
        let now = Int64(time(nil))
        let constraints = try constraints(of: recipe)
        if let lifetimeDays, !(1...36500).contains(lifetimeDays) {
            throw TLSIdentityError(
                .badRecipe, "an authority cannot live \(lifetimeDays) days; give a number from 1 to 36500")
        }
        let end = lifetimeDays.map { Int64($0) * 86400 } ?? recipe.validity.upperBound
        guard recipe.validity.lowerBound < end else {
            throw TLSIdentityError(
                .badRecipe, "certs/\(recipe.name).json: validity.from lies after the authority's end")
        }
        // Two runs' authorities may lie in one trust store: the names must not be the same.
        let mark = Hexadecimal.encode(randomBytes(3))
        let draft = CertificateDraft(
            commonName: (recipe.subject ?? "mockportal \(recipe.name)") + " " + mark,
            validity: (now + recipe.validity.lowerBound)..<(now + end),
            role: .authority(pathLength: issuer == nil ? 1 : 0, constraints, recipe.extendedKeyUsage))
        let key = try PrivateKey.generate()
        let certificate = try draft.signed(for: key, by: issuer.map { ($0.certificate, $0.key) })
        return Authority(
            recipe: recipe.name, certificate: certificate, key: key, constraints: constraints,
            above: issuer.map { [$0.recipe] + $0.above } ?? [])
    }
}
