internal import HTTPSemantics
internal import PortalTransport

/// Exchanges a portal's token for one of a federated server (developers.arcgis.com/rest/users-groups-and-items › generate-token,
/// parameters `token` and `serverUrl`).
struct TokenExchange: Sendable {
    let context: any CredentialContext
    let portal: any ExchangeableCredential
    let server: ServerContext
    private var core: ClientCore { context.core }

    /// One new token of the server; throws `serverTokenRefused` where the portal issues none for it.
    func token(epoch: Int) async throws(PortalError) -> TokenInfo {
        var flow = TokenExchangeFlow(for: server, at: portal.serverContext)
        let url = try await address(flow)
        var own = try await portal.tokenInfo()
        while true {
            // After a sign-out nothing is exchanged any more.
            try context.requireCurrent(epoch, url: url)
            do throws(PortalError) {
                return try await post(own, to: url, epoch: epoch)
            } catch {
                switch flow.next(after: error, canRenew: portal.canRenew) {
                case .renew: own = try await portal.renew(replacing: own)
                case .fail(let error): throw error
                }
            }
        }
    }

    private func address(_ flow: TokenExchangeFlow) async throws(PortalError) -> HTTPURL {
        if let explicit = portal.tokenURL { return try flow.address(explicit: explicit) }
        let service = try await TokenDiscovery(context: context).service(of: portal.serverContext)
        return try flow.address(service, core.secureOrigins)
    }

    private func post(_ own: TokenInfo, to url: HTTPURL, epoch: Int) async throws(PortalError) -> TokenInfo {
        let referer = portal.referer ?? core.policy.referer
        var wire = WireRequest(method: "POST", url: url)
        wire.headers.append(HeaderField("Referer", referer))
        wire.setForm(form(own, referer: referer))
        wire.nature = .grant
        wire.token = own.accessToken
        wire.carriesToken = true
        wire.carriesTokenInBody = true
        let answer = try await WireSender(context: context).send(wire, epoch: epoch)
        do throws(PortalError) {
            let token = try TokenInfo(generatedBy: answer.response, at: url, core)
            if token.requiresTLS { core.secureOrigins.pin(server.url.origin.host) }
            return token
        } catch {
            throw core.scrubbed(error, of: [own.accessToken])
        }
    }

    /// What it is bound to is what the portal's token is bound to, and what every later request shows.
    private func form(_ own: TokenInfo, referer: String) -> [(String, String)] {
        var pairs = [("token", own.accessToken.reveal { $0 }), ("serverUrl", server.description)]
        pairs += [("client", "referer"), ("referer", referer)]
        if let minutes = portal.federatedTokenLifetime?.wholeMinutes { pairs.append(("expiration", String(minutes))) }
        pairs.append(("f", "json"))
        return pairs
    }
}
