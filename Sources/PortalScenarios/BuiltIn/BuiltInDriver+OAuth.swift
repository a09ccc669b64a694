internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport

extension BuiltInDriver {
    /// The applications as which the app signs people in.
    func configurations() throws(PortalError) -> [OAuthUserConfiguration] {
        var found: [OAuthUserConfiguration] = []
        for plan in run.environment.oauth { found.append(try configuration(plan)) }
        return found
    }

    private func configuration(_ plan: OAuthPlan) throws(PortalError) -> OAuthUserConfiguration {
        let lifetime: OAuthUserConfiguration.RefreshLifetime =
            switch plan.lifetime {
            case nil, "default": .portalDefault
            case "maximum": .portalMaximum
            case let text?: .minutes(Int((DurationText.read(text) ?? .zero).components.seconds / 60))
            }
        return try OAuthUserConfiguration(
            portal: PortalURL(stage.placeholders.filled(plan.portal)), clientID: plan.client,
            redirectURI: RedirectURI(plan.redirect), refreshLifetime: lifetime, exchangeInterval: plan.exchange,
            federatedTokenLifetime: plan.federatedLifetime)
    }

    /// The identity-aware proxies that the app knows.
    func proxies() throws(PortalError) -> [IAPConfiguration] {
        var found: [IAPConfiguration] = []
        for plan in run.environment.proxies {
            let authority = stage.placeholders.filled(plan.authority) + "/mockportal/oauth2/v2.0/"
            found.append(
                try IAPConfiguration(
                    authorizeURL: try HTTPURL(authority + "authorize"), tokenURL: try HTTPURL(authority + "token"),
                    logoutURL: try HTTPURL(authority + "logout"), clientID: plan.client,
                    redirectURI: try RedirectURI(plan.redirect),
                    hostsBehindProxy: plan.hosts.map { stage.placeholders.filled($0) }))
        }
        return found
    }

    /// Signs somebody in before anything asks for it.
    func signIn(_ plan: BrowserPlan, portal: String?) async {
        do {
            let wanted = try portal.map { text throws(PortalError) in try PortalURL(stage.placeholders.filled(text)) }
            let all = try configurations()
            guard let configuration = all.first(where: { wanted == nil || $0.portal == wanted }) else {
                return log.complain("the environment has no application for \(portal ?? "any portal")")
            }
            let credential = try await options.conduct.keeping.signIn(
                environment, configuration, handlers.agent(for: plan))
            log.note("signedIn(\(credential.username ?? "nobody"))")
            note(status: "loaded", user: credential.username)
        } catch let error as PortalError {
            fail(error)
        } catch {
            log.complain("somebody cannot sign in: \(error)")
        }
    }

    /// Lets the client sign in as an application, without a user.
    func application(_ client: String, secret: CredentialInput.Password) {
        do {
            let text = secret == .right ? vault.token("secret:\(client)") : Secret(vault.makeSecret(client))
            guard let text else { return log.complain("the application \(client) has no secret") }
            environment.credentials.add(
                OAuthApplicationCredential(
                    portal: try PortalURL(stage.portal.url), clientID: client, clientSecret: text, in: environment))
        } catch {
            fail(error)
        }
    }
}
