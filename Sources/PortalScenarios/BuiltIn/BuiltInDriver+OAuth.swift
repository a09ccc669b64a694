internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport

extension BuiltInDriver {
    /// The applications as which the app signs users in.
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
            portal: PortalURL(scenarioPortal.placeholders.filled(plan.portal)), clientID: plan.client,
            redirectURI: RedirectURI(plan.redirect), refreshLifetime: lifetime, exchangeInterval: plan.exchange,
            federatedTokenLifetime: plan.federatedLifetime)
    }

    /// The identity-aware proxies that the app knows.
    func proxies() throws(PortalError) -> [IAPConfiguration] {
        var found: [IAPConfiguration] = []
        for plan in run.environment.proxies {
            let authority = scenarioPortal.placeholders.filled(plan.authority) + "/mockportal/oauth2/v2.0/"
            found.append(
                try IAPConfiguration(
                    authorizeURL: try HTTPURL(authority + "authorize"), tokenURL: try HTTPURL(authority + "token"),
                    logoutURL: try HTTPURL(authority + "logout"), clientID: plan.client,
                    redirectURI: try RedirectURI(plan.redirect),
                    hostsBehindProxy: plan.hosts.map { scenarioPortal.placeholders.filled($0) }))
        }
        return found
    }
}
