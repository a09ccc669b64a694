internal import ClientEvidence
internal import HTTPSemantics
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

extension BuiltInDriver {
    /// Lets the client trust the authority of the run, or of a recipe.
    func trust(_ name: String) async {
        switch name {
        case "nothing": return
        case "portal":
            await environment.trust.addAuthorities(pem: scenarioPortal.portal.authorityPEM)
            state.withLock { $0.trustsRun = true }
        default:
            guard let pem = authorityPEM(of: name) else {
                log.complain("the recipe \(name) has no authority of its own")
                return
            }
            await environment.trust.addAuthorities(pem: pem)
            state.withLock { _ = $0.trustedRecipes.insert(name) }
            if name != "untrusted-root" {
                await environment.trust.addAuthorities(pem: scenarioPortal.portal.authorityPEM)
            }
        }
    }

    /// Grants an exception beforehand, as an app does that has a list of trusted hosts.
    func grant(_ trust: TrustException) async {
        guard let origin = origin(of: trust.host) else { return }
        let tolerating = trust.tolerating.map { Set($0.compactMap(Self.defect)) } ?? [.selfSigned, .unknownRoot]
        let fingerprint = trust.isForCertificate ? shownFingerprint(at: origin) : nil
        let scope: TrustGrant.Scope = fingerprint.map { .certificate(sha256: $0) } ?? .host
        grants.granted(
            grants.listener(of: origin), isForAnyPort: trust.isForAnyPort, fingerprint: fingerprint,
            tolerating: tolerating.map { Reason([$0]) })
        // The host goes in as it is written: a list of hosts does not say how a URL spells them.
        let written =
            trust.host.contains("://") ? Self.host(in: scenarioPortal.placeholders.filled(trust.host)) : origin.host
        await environment.trust.grant(
            TrustGrant(
                host: written, port: trust.isForAnyPort ? nil : origin.port, scope: scope, tolerating: tolerating))
    }

    /// The host of a URL, letter by letter.
    private static func host(in url: String) -> String {
        let authority = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first ?? ""
        return String(authority.prefix { $0 != ":" })
    }

    /// The origin of the portal or of a host of the blueprint.
    func origin(of name: String) -> Origin? {
        let url =
            name == "portal"
            ? scenarioPortal.portal.url
            : scenarioPortal.portal.url(ofHost: name) ?? scenarioPortal.placeholders.filled(name)
        guard let origin = Origin(ofURL: url) else {
            log.complain("there is no host \(name)")
            return nil
        }
        return origin
    }

    /// What a host is called in the scenario; its authority where it has no name there.
    func name(ofHost host: String, port: Int?) -> String {
        for (name, url) in [("portal", scenarioPortal.portal.url)]
            + scenarioPortal.portal.hostURLs.sorted(by: { $0.key < $1.key })
        {
            if let origin = Origin(ofURL: url), origin.host == host, port == nil || origin.port == port { return name }
        }
        return host
    }

    private func shownFingerprint(at origin: Origin) -> String? {
        scenarioPortal.portal.journal().connections.last { $0.origin == origin.description }?.tls?.fingerprint
    }

    private func authorityPEM(of recipe: String) -> String? { scenarioPortal.pki.authorityPEM(ofRecipe: recipe) }

    private static func defect(_ word: String) -> CertificateDefect? {
        switch word {
        case "selfSigned", "certificate-self-signed": .selfSigned
        case "unknownRoot", "certificate-unknown-root": .unknownRoot
        case "expired", "certificate-expired": .expired
        case "notYetValid", "certificate-not-yet-valid": .notYetValid
        case "hostMismatch", "host-mismatch": .hostMismatch
        default: nil
        }
    }
}
