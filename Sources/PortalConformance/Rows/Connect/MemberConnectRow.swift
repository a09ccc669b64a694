internal import HTTPSemantics
internal import JSONValues
internal import PortalClient
internal import PortalTransport

/// C04 and C09: the token service is found, a token is got once, and the portal names the member.
struct MemberConnectRow: ConformanceRow {
    /// What the portal's address belongs to.
    enum Address { case noOrganization, organization }

    private let address: Address

    init(at address: Address) { self.address = address }

    var id: String {
        switch address {
        case .noOrganization: "C04"
        case .organization: "C09"
        }
    }

    func unmetNeed(in context: RowContext) -> String? {
        let isGeneral = context.facts.view == "general"
        switch address {
        case .noOrganization: return isGeneral ? context.missingMember : "the address is an organization's own"
        case .organization: return isGeneral ? "the address belongs to no organization" : context.missingMember
        }
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member else { return .notApplicable("the profile names no member") }
        return await context.withClient { client in
            var outcome = RowOutcome()
            client.signIn(account)
            let (portal, error) = await client.load(.authenticated)
            let own = client.own
            context.noteRefusedMember(own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: id, last: own.last)
            // What stands in front of the portal may ask in between; the same request then goes again.
            let answered = own.filter { !$0.wasChallenged }
            let tokens = answered.filter { $0.endpoint == .generateToken }
            // After a refusal a renewal is the client's right.
            if error == nil, tokens.count != 1 {
                outcome.client(
                    id, "token-requests", "it asked for \(tokens.count) tokens", expected: "one",
                    at: tokens.last)
            }
            if answered.count(where: { $0.endpoint == .info }) > 1 {
                outcome.client(
                    "R4", "discovery", "it asked for the portal's security more than once", expected: "at most once")
            }
            checkSelf(own, tokens.last, referer: context.profile.referer, &outcome)
            if error == nil, let user = portal.user, user.username.lowercased() != account.username.lowercased() {
                outcome.portal(
                    Endpoint.portalSelf.source, "other-user", "it names another user than the one who signed in",
                    at: own.last)
            } else if error == nil, portal.user == nil {
                if own.last?.document?["user"] == nil {
                    // A request without a token names no user.
                    guard own.last?.headerToken != nil else { return outcome }
                    outcome.portal(
                        Endpoint.portalSelf.source, "no-user", "it names no user though a member's token came",
                        at: own.last)
                } else {
                    outcome.client(
                        id, "no-user", "it does not know the user that the portal names", at: own.last)
                }
            }
            return outcome
        }
    }

    /// The properties were asked for with the token that was issued, under the referer that it is bound to.
    private func checkSelf(
        _ own: [WireExchange], _ token: WireExchange?, referer: String, _ outcome: inout RowOutcome
    ) {
        guard let issued = token?.document?["token"]?.string else { return }
        for exchange in own where exchange.endpoint == .portalSelf && exchange.number > token?.number ?? 0 {
            if exchange.headerToken != issued {
                outcome.client(
                    "R3", "no-token", "it does not send the token that was issued",
                    expected: "X-Esri-Authorization: Bearer", at: exchange)
            }
            if exchange.request.headers.first(named: "Referer") != referer {
                outcome.client("R6", "referer", "it does not send the referer that the token is bound to", at: exchange)
            }
        }
    }
}
