internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalTransport

/// Z01: a redirect from http to https is followed where TLS is not found before; a secret never goes in plain.
struct TLSUpgradeRow: ConformanceRow {
    let id = "Z01"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.plainURL == nil ? "the profile names no plainURL" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let text = context.profile.plainURL, let plain = try? PortalURL(text), !plain.root.origin.isSecure else {
            return .notApplicable("the profile's plainURL is not on plain HTTP")
        }
        return await context.withClient(portal: plain) { client in
            var outcome = RowOutcome()
            // What the plain listener answers is asked for, so that the client is not to find TLS by itself.
            client.environment.core.secureOrigins.noteNoTLS(of: plain.root)
            let (_, error) = await client.load(.anonymous)
            let own = client.own
            outcome.noteEnd(error)
            guard let first = own.first, let response = first.response else {
                return .notApplicable("nothing answers on plain HTTP")
            }
            if (300..<400).contains(response.status) {
                let target = response.headers.first(named: "Location").flatMap { Origin(ofURL: $0) }
                if target?.isSecure != true {
                    outcome.portal(
                        "RFC 9110 §15.4", "redirect", "it redirects plain HTTP to something that is not https",
                        at: first)
                } else if own.count < 2 || own[1].origin != target {
                    outcome.client("R19", "not-followed", "it does not follow a redirect to https", at: first)
                }
            } else if first.isSuccess, context.facts.allSSL == true {
                outcome.portal(
                    Endpoint.portalSelf.source, "plain-http", "it answers over plain HTTP though allSSL says TLS only",
                    expected: "a redirect or a refusal", at: first)
            }
            guard let account = context.profile.member, context.facts.isTokenBased != false,
                !context.memberIsRefused.withLock({ $0 })
            else {
                return outcome
            }
            let before = own.count
            client.signIn(account)
            _ = await client.load(.authenticated)
            for exchange in client.own.dropFirst(before) where exchange.origin?.isSecure == false && !exchange.isBare {
                outcome.client(
                    "R20", "plain-text", "a secret travelled without TLS", expected: "https first", at: exchange)
            }
            return outcome
        }
    }
}
