internal import HTTPSemantics
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
    private(set) var values: [String: String]
    /// Secrets that the runner made up for this run.
    private(set) var canaries: [Canary] = []
    /// The identity that the command was given, for the origin of its URL.
    private(set) var identityGrants: [IdentityGrant] = []

    /// What every client finds, whatever it is asked for.
    init(_ scenarioPortal: ScenarioPortal, run: RunSetup, mode: ForeignCommand.Mode, url: String) {
        values = [
            "PORTAL_URL": url, "PORTAL_REFERER": run.environment.referer, "PORTAL_SCENARIO": run.name,
            "PORTAL_SERVER_URL": scenarioPortal.portal.serverURL, "PORTAL_MODE": mode.rawValue,
        ]
        let secure = scenarioPortal.portal.url
        if let kerberos = run.environment.kerberos, let tickets = scenarioPortal.tickets {
            values["KRB5_CONFIG"] = tickets.configuration
            values["KRB5CCNAME"] = tickets.cache
            values["PORTAL_NEGOTIATE_HOSTS"] = kerberos.namedHosts(secure).joined(separator: ",")
            if kerberos.isDelegated { values["PORTAL_NEGOTIATE_DELEGATION"] = "yes" }
        }
        // On another host there is another portal.
        if let host = Origin(ofURL: url)?.host, host != Origin(ofURL: secure)?.host { return }
        values["PORTAL_SECURE_URL"] = secure
    }

    /// What a client finds that is told all steps at once.
    init(_ scenarioPortal: ScenarioPortal, run: RunSetup, tasks: String, url: String) {
        self.init(scenarioPortal, run: run, mode: .command, url: url)
        values["PORTAL_TASK"] = "tasks"
        values["PORTAL_TASKS"] = tasks
    }

    /// Asks for the one task `connect`, whose list is told all the same; the authority is in a file.
    mutating func askToConnect(trusting file: String) {
        values["PORTAL_TASK"] = ForeignPlan.Task.connect.rawValue
        values["PORTAL_CA_FILE"] = file
    }

    /// Fills in the environment of one task; the authority goes into a file of the sandbox.
    init(
        _ plan: ForeignPlan, scenarioPortal: ScenarioPortal, run: RunSetup, sandbox: ForeignSandbox, items: ItemNames
    ) throws {
        let portal = scenarioPortal.portal
        let url = scenarioPortal.placeholders.filled(plan.url)
        self.init(scenarioPortal, run: run, mode: .command, url: url)
        values["PORTAL_TASK"] = plan.task.rawValue
        if plan.trusts != "nothing" {
            var authorities = portal.authorityPEM
            if plan.trusts != "portal" {
                guard let pem = scenarioPortal.pki.authorityPEM(ofRecipe: plan.trusts) else {
                    throw ForeignCommandError(description: "the recipe \(plan.trusts) has no authority of its own")
                }
                authorities += pem
            }
            values["PORTAL_CA_FILE"] = try sandbox.write(Data(authorities.utf8), as: "ca.pem")
        }
        if let name = plan.identity {
            let identity = try ForeignIdentity(name, of: scenarioPortal.pki, in: sandbox)
            canaries += identity.canaries
            values["PORTAL_CLIENT_P12"] = identity.p12
            values["PORTAL_CLIENT_P12_PASSWORD"] = identity.password
            values["PORTAL_CLIENT_CERT"] = identity.certificate
            values["PORTAL_CLIENT_KEY"] = identity.key
            if let origin = Origin(ofURL: url) {
                identityGrants.append(IdentityGrant(origin: origin.description, identity: name, after: 0))
            }
        }
        try addApplication(plan, portal)
        if let item = plan.item { values["PORTAL_ITEM_ID"] = items.id(of: item) }
        values["PORTAL_SERVICE_URL"] = scenarioPortal.url(ofService: plan.service ?? "Traffic")
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

    /// Everything that the process finds: what passes of the runner's environment, what the contract names, and a home of its own,
    /// unless the runner's was passed by name.
    func whole(in sandbox: ForeignSandbox, inheriting variables: ClientVariables) -> [String: String] {
        var all = variables.values
        all["HOME"] = all["HOME"] ?? sandbox.home
        for name in ["TMPDIR", "TMP", "TEMP"] { all[name] = sandbox.temporary }
        return all.merging(values) { $1 }
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
        // A client with a redirect address signs users in, and has no use for a secret.
        if let redirect = plan.redirect {
            values["PORTAL_OAUTH_REDIRECT_URI"] = redirect
        } else {
            values["PORTAL_OAUTH_CLIENT_SECRET"] = application.secret?.reveal { $0 }
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
