internal import HTTPAuthentication
internal import MockPortalServer
internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What a foreign client finds in its environment.
struct ForeignEnvironment {
    /// Trust that the machine's owner configured must not decide a verdict.
    static let cleared = [
        "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "http_proxy",
        "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "PORTAL_CLIENT_P12",
        "PORTAL_CLIENT_P12_PASSWORD", "PORTAL_CLIENT_CERT", "PORTAL_CLIENT_KEY",
        "PORTAL_OAUTH_CLIENT_ID", "PORTAL_OAUTH_CLIENT_SECRET", "PORTAL_OAUTH_REDIRECT_URI",
    ]
    private(set) var values: [String: String]
    /// Secrets that the runner made up for this run.
    private(set) var canaries: [Canary] = []
    /// The identity that the command was given, for the origin of its URL.
    private(set) var identityGrants: [IdentityGrant] = []

    /// Fills in the environment of one run; the authority goes into a file of a folder that the runner owns.
    init(_ plan: ForeignPlan, stage: Stage, run: ScenarioRun, folder: String) throws {
        let portal = stage.portal
        let url = stage.placeholders.filled(plan.url)
        values = [
            "PORTAL_URL": url, "PORTAL_TASK": plan.task.rawValue, "PORTAL_REFERER": run.environment.referer,
            "PORTAL_SCENARIO": run.name, "PORTAL_SERVER_URL": portal.serverURL,
        ]
        if plan.trustsPortal {
            let file = folder + "/ca.pem"
            try portal.authorityPEM.write(toFile: file, atomically: true, encoding: .utf8)
            values["PORTAL_CA_FILE"] = file
        }
        if let identity = plan.identity { try addIdentity(identity, of: stage.pki, url: url, folder: folder) }
        try addApplication(plan, portal)
        if let item = plan.item { values["PORTAL_ITEM_ID"] = item }
        let service = plan.service ?? "Traffic"
        values["PORTAL_SERVICE_URL"] = "\(portal.serverURL)/rest/services/\(service)/FeatureServer"
        if let user = plan.user {
            if plan.issuesToken {
                let issued = try portal.issueToken(for: user, lifetime: nil, referer: plan.tokenReferer)
                values["PORTAL_TOKEN"] = issued.token.reveal { $0 }
            } else {
                values["PORTAL_USERNAME"] = user
                values["PORTAL_PASSWORD"] = password(plan.password, of: user, portal)
            }
        }
    }

    /// Gives the command an API key as its token, and tells it as which application it signs in.
    private mutating func addApplication(_ plan: ForeignPlan, _ portal: MockPortal) throws {
        if let name = plan.key {
            guard let key = portal.apiKeys[name] else {
                throw ForeignCommandError(description: "the portal has no API key \(name)")
            }
            values["PORTAL_TOKEN"] = key.reveal { $0 }
        }
        guard let client = plan.application else { return }
        guard let application = portal.oauthApplications.first(where: { $0.clientID == client }) else {
            throw ForeignCommandError(description: "the portal has no application \(client)")
        }
        values["PORTAL_OAUTH_CLIENT_ID"] = client
        // Whoever is sent back somewhere signs people in, and has no use for a secret.
        if let redirect = plan.redirect {
            values["PORTAL_OAUTH_REDIRECT_URI"] = redirect
        } else {
            values["PORTAL_OAUTH_CLIENT_SECRET"] = application.secret?.reveal { $0 }
        }
    }

    /// Gives the command an identity in both of the usual forms, in files that only their owner may read.
    private mutating func addIdentity(_ name: String, of pki: TestPKI, url: String, folder: String) throws {
        let identity = try pki.issueIdentity(name)
        let password = WrongPassword.text(after: "p12-")
        canaries.append(Canary(name: "p12:\(name)", kind: .identityPassword, value: password, origins: []))
        let file = try pki.pkcs12(name, password: password)
        canaries += Canary.key(of: identity) + Canary.file("\(name).p12", file, of: identity)
        let files = [
            ("PORTAL_CLIENT_P12", "\(folder)/\(name).p12", Data(file)),
            ("PORTAL_CLIENT_CERT", "\(folder)/\(name).pem", Data(identity.chainPEM.utf8)),
            ("PORTAL_CLIENT_KEY", "\(folder)/\(name).key", Data(identity.keyPEM.expanded.utf8)),
        ]
        for (variable, path, bytes) in files {
            let made = FileManager.default.createFile(
                atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
            guard made else { throw ForeignCommandError(description: "the file \(path) cannot be written") }
            values[variable] = path
        }
        values["PORTAL_CLIENT_P12_PASSWORD"] = password
        if let origin = Origin(ofURL: url) {
            identityGrants.append(IdentityGrant(origin: origin.description, identity: name, after: 0))
        }
    }

    private mutating func password(_ password: CredentialInput.Password, of user: String, _ portal: MockPortal)
        -> String
    {
        switch password {
        case .right: return portal.accounts.first { $0.username == user }?.password.reveal { $0 } ?? ""
        case .text(let text): return text
        case .wrong, .sameWrong:
            let canary = WrongPassword.canary(for: user, number: 1, portal: portal)
            canaries.append(canary)
            return canary.value
        }
    }
}

/// Passwords that are not the account's, made up by the runner and searched for like any secret.
enum WrongPassword {
    static func canary(for user: String, number: Int, portal: MockPortal) -> Canary {
        let origins = portal.canaries().first { $0.kind == .password }?.origins ?? []
        return Canary(
            name: "wrong:\(user)#\(number)", kind: .password, value: text(after: "wrong-"), origins: origins)
    }

    /// A text that nobody guesses.
    static func text(after start: String) -> String {
        var text = start
        for _ in 0..<16 { text.append("abcdefghjkmnpqrstuvwxyz23456789".randomElement() ?? "x") }
        return text
    }
}
