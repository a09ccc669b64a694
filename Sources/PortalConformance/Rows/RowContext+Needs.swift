internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import ScenarioFormat
internal import TLSIdentity

extension RowContext {
    /// Why a row cannot be asked of this portal with this profile; nil where it can.
    func needs(_ row: ConformanceRow) -> String? {
        if profile.skipped.contains(row.rawValue) { return "the profile skips it" }
        switch row {
        case .codeGrant: return person
        case .untrusted, .trusted, .expiredCertificate, .wrongHost: return tls(row)
        case .noClientCertificate:
            return facts.clientCertificates == "none" ? "the portal asks for no client certificate" : nil
        case .clientCertificate:
            if facts.clientCertificates == "none" { return "the portal asks for no client certificate" }
            if plan.identity == nil { return "the profile names no identity" }
            return survey.defects.isEmpty ? nil : survey.obstacle
        default: break
        }
        if let obstacle = survey.obstacle { return obstacle }
        switch row {
        case .anonymous:
            if facts.hasWebTier { return "the web tier asks everybody for \(gates): no request is anonymous" }
            return facts.strangers.hasPrefix("error") && facts.access != "public"
                ? "the portal refuses strangers: \(facts.strangers)" : nil
        case .basic: return webTier("Basic")
        case .digest, .staleNonce: return webTier("Digest")
        case .generalMember:
            return facts.view == "general" ? member : "the address is an organization's own"
        case .organizationMember:
            return facts.view == "general" ? "the address belongs to no organization" : member
        case .signOut: return member
        case .wrongReferer: return facts.hasWebTier ? "the web tier signs in, not the token alone" : member
        case .wrongPassword:
            if profile.wrongPasswords == 0 { return "the profile allows no wrong password" }
            return member
        case .expiry:
            return profile.tokenLifetime == nil ? "the profile asks for no short tokenLifetime" : member
        case .discovery:
            return profile.service == nil ? "the profile names no service" : member
        case .federation:
            return profile.federatedService == nil
                ? "the profile names no federatedService: a service that needs a token, on a server of this portal"
                : member
        case .publicItem: return profile.publicItem == nil ? "the profile names no public item" : nil
        case .privateItem: return profile.privateItem == nil ? "the profile names no private item" : nil
        case .publicMap: return profile.publicMap == nil ? "the profile names no maps.public" : nil
        case .privateMap: return profile.privateMap == nil ? "the profile names no maps.private" : member
        case .openMap:
            if profile.publicMap != nil { return nil }
            return profile.privateMap == nil ? "the profile names no map: maps.public or maps.private" : member
        case .application:
            return profile.application?.clientSecret == nil
                ? "the profile names no application with a client secret" : nil
        case .refresh: return profile.application?.refreshToken == nil ? "the profile names no refresh token" : nil
        case .revocation:
            guard profile.application?.refreshToken != nil else { return "the profile names no refresh token" }
            return profile.application?.mayRevoke == true
                ? nil : "it would revoke the profile's refresh token; oauth.mayRevoke: true allows that"
        case .upgrade: return profile.plainURL == nil ? "the profile names no plainURL" : nil
        default: return nil
        }
    }

    private var gates: String {
        facts.gates.isEmpty ? "a client certificate" : facts.gates.joined(separator: ", ")
    }

    /// What only a person can do at the portal's sign-in page, and how to let one.
    private var person: String {
        let application = profile.application.map { ShellArgument.quoted($0.clientID) } ?? "<id>"
        return
            "only a person can sign in on the portal's page: mockportal user \(plan.portal) --client-id \(application)"
            + " opens a browser; oauth.refreshToken in the profile lets O09 and O14 judge what comes after"
    }

    /// Why no member can sign in with a password; nil where one can.
    var member: String? {
        if profile.member == nil { return "the profile names no member" }
        if facts.isTokenBased == false { return "the portal issues no tokens: its security is the web tier's" }
        if memberIsRefused.withLock({ $0 }) {
            return "the portal has refused the profile's member; the password is not sent again"
        }
        return nil
    }

    private func webTier(_ scheme: String) -> String? {
        guard facts.gates.contains(where: { $0.lowercased().hasPrefix(scheme.lowercased()) }) else {
            return "the portal asks for no \(scheme)"
        }
        return profile.webTier == nil ? "the profile names no accounts.webTier" : nil
    }

    private func tls(_ row: ConformanceRow) -> String? {
        guard plan.portal.root.origin.isSecure else { return "the portal's address is plain HTTP" }
        switch row {
        case .expiredCertificate:
            return survey.defects.contains(.expired) ? nil : "the portal's certificate has not expired"
        case .wrongHost:
            return survey.defects.contains(.hostMismatch) ? nil : "the portal shows a certificate for its own host"
        default: return nil
        }
    }
}
