internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport

extension RowContext {
    /// C01: one bare request, and no user is signed in.
    func anonymous() async -> RowOutcome {
        await stage { stage in
            var outcome = RowOutcome()
            let (portal, error) = await stage.load(.anonymous)
            let own = stage.own
            outcome.expectLoaded(error, rule: "C01", last: own.last)
            for exchange in own where !exchange.isBare {
                outcome.client("C01", "not-bare", "an anonymous request carries credentials", at: exchange)
            }
            let asked = own.filter { !($0.response.map { (300..<400).contains($0.status) } ?? false) }
            if asked.count != 1 {
                outcome.client(
                    "C01", "requests", "an anonymous load took \(asked.count) requests", expected: "one", at: asked.last
                )
            }
            if let answer = own.last, answer.isSuccess, answer.document?["user"] != nil {
                outcome.portal(
                    Endpoint.portalSelf.source, "user", "it shows a user to a stranger", expected: "no member user",
                    at: answer)
            } else if portal.user != nil {
                outcome.client("C01", "user", "it knows a user that the portal did not name", at: own.last)
            }
            return outcome
        }
    }

    /// C04 and C09: the token service is found, a token is got once, and the portal names the member.
    func member(_ row: ConformanceRow) async -> RowOutcome {
        guard let account = profile.member else { return .notApplicable("the profile names no member") }
        return await stage { stage in
            var outcome = RowOutcome()
            stage.signIn(account)
            let (portal, error) = await stage.load(.authenticated)
            let own = stage.own
            noteRefusedMember(own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: row.rawValue, last: own.last)
            let tokens = own.filter { $0.endpoint == .generateToken }
            // After a refusal a renewal is the client's right.
            if error == nil, tokens.count != 1 {
                outcome.client(
                    row.rawValue, "token-requests", "it asked for \(tokens.count) tokens", expected: "one",
                    at: tokens.last)
            }
            if own.count(where: { $0.endpoint == .info }) > 1 {
                outcome.client(
                    "R4", "discovery", "it asked for the portal's security more than once", expected: "at most once")
            }
            checkSelf(own, tokens.last, &outcome)
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
                        row.rawValue, "no-user", "it does not know the user that the portal names", at: own.last)
                }
            }
            return outcome
        }
    }

    /// The properties were asked for with the token that was issued, under the referer that it is bound to.
    private func checkSelf(_ own: [WireExchange], _ token: WireExchange?, _ outcome: inout RowOutcome) {
        guard let issued = token?.document?["token"]?.string else { return }
        for exchange in own where exchange.endpoint == .portalSelf && exchange.number > token?.number ?? 0 {
            if exchange.headerToken != issued {
                outcome.client(
                    "R3", "no-token", "it does not send the token that was issued",
                    expected: "X-Esri-Authorization: Bearer", at: exchange)
            }
            if exchange.request.headers.first(named: "Referer") != profile.referer {
                outcome.client("R6", "referer", "it does not send the referer that the token is bound to", at: exchange)
            }
        }
    }

    /// Stops signing in once the profile's member is refused: whether name, password or portal is wrong cannot be told.
    func noteRefusedMember(_ exchanges: [WireExchange], _ outcome: inout RowOutcome) {
        let requests = exchanges.filter { $0.endpoint == .generateToken && $0.formValue("password") != nil }
        guard let last = requests.last, last.envelope != nil || last.response?.status == 401,
            !requests.contains(where: \.isSuccess)
        else { return }
        memberIsRefused.withLock { $0 = true }
        outcome.notJudged = "the portal refused the profile's member: \(last.line)"
    }

    /// L06: the stores are empty afterwards, and the next request is bare.
    func signOut() async -> RowOutcome {
        guard let account = profile.member else { return .notApplicable("the profile names no member") }
        return await stage { stage in
            var outcome = RowOutcome()
            stage.signIn(account)
            let (_, error) = await stage.load(.authenticated)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "L06", last: stage.own.last)
            guard error == nil else { return outcome }
            let before = stage.own.count
            _ = await stage.environment.authentication.signOut()
            outcome.events.append("signedOut")
            if stage.environment.credentials.credential(for: stage.portal.rest) != nil {
                outcome.client("R24", "store", "a credential is left in the store after signing out")
            }
            _ = await stage.load(.anonymous)
            let after = stage.own.dropFirst(before).filter { $0.endpoint == .portalSelf }
            for exchange in after where exchange.headerToken != nil {
                outcome.client(
                    "R24", "token-after-sign-out", "it sends a token after signing out", expected: "a bare request",
                    at: exchange)
            }
            return outcome
        }
    }
}
