internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import TLSIdentity

extension RowContext {
    /// T17: a token that was never issued is refused with 498, and the client does not try again.
    func expiredToken() async -> RowOutcome {
        await stage { stage in
            var outcome = RowOutcome()
            let token = TokenInfo(accessToken: Secret(Hexadecimal.encode(randomBytes(32))))
            guard
                let credential = try? PregeneratedTokenCredential(
                    url: stage.portal.rest, tokenInfo: token, referer: profile.referer)
            else { return .notJudged("a token could not be made up") }
            stage.environment.credentials.add(credential)
            stage.challengeHandler.change { $0.signIns = [] }
            let (_, error) = await stage.load(.authenticated)
            outcome.noteEnd(error)
            // What a question of TLS stopped was never sent.
            let carried = stage.own.filter { $0.headerToken != nil && $0.error == nil }
            guard let answer = carried.last else {
                outcome.client("R3", "no-token", "it does not send the token that it was given", at: stage.own.last)
                return outcome
            }
            if answer.isSuccess {
                outcome.portal(
                    Endpoint.generateToken.source, "invalid-token-accepted",
                    "a token that was never issued is accepted or ignored", expected: "error 498", at: answer)
            } else if answer.envelope != nil, answer.errorCode != 498 {
                outcome.portal(
                    Endpoint.generateToken.source, "invalid-token-code",
                    "a token that was never issued is refused with another code than 498", expected: "error 498",
                    at: answer)
            }
            if carried.count > 1 {
                outcome.client(
                    "R8", "repeated", "a refused token that cannot be renewed is sent again", at: carried.last)
            }
            if answer.errorCode == 498, error?.isAuthenticationError != true {
                outcome.client(
                    "T17", "reason",
                    "it does not say that authentication is what is missing: \(error.map { "\($0.code)" } ?? "loaded")",
                    at: answer)
            }
            return outcome
        }
    }

    /// T20: a token that is bound to one referer is no good under another.
    func wrongReferer() async -> RowOutcome {
        guard let account = profile.member else { return .notApplicable("the profile names no member") }
        return await stage { stage in
            var outcome = RowOutcome()
            let given = TokenCredential(
                for: stage.portal.rest, username: account.username, password: account.password, in: stage.environment)
            let token: TokenInfo
            do throws(PortalError) {
                token = try await given.tokenInfo()
            } catch {
                noteRefusedMember(stage.own, &outcome)
                outcome.notJudged = outcome.notJudged ?? "no token was issued: \(error.code)"
                return outcome
            }
            let before = stage.own.count
            guard
                let elsewhere = try? PregeneratedTokenCredential(
                    url: stage.portal.rest, tokenInfo: token, referer: "https://elsewhere.invalid/")
            else { return .notJudged("the token holds a line break") }
            stage.environment.credentials.add(elsewhere)
            let (_, error) = await stage.load(.authenticated)
            outcome.noteEnd(error)
            let asked = stage.own.dropFirst(before).filter { $0.endpoint == .portalSelf }
            guard let answer = asked.last else {
                return .notJudged("nothing was asked: \(error.map { "\($0.code)" } ?? "loaded")")
            }
            if answer.isSuccess {
                outcome.portal(
                    Endpoint.generateToken.source, "referer-not-enforced",
                    "a token that is bound to a referer is accepted under another one", expected: "error 498",
                    at: answer)
            } else if asked.count > 1 {
                outcome.client("R8", "repeated", "a bound token that was refused is sent again", at: answer)
            }
            return outcome
        }
    }

    /// T23: a wrong password is refused by an error object; the second answer signs in, and nothing is sent twice.
    func wrongPassword() async -> RowOutcome {
        guard let account = profile.member else { return .notApplicable("the profile names no member") }
        let isAllowed = wrongPasswordsSent.withLock { sent in
            sent += 1
            return sent <= profile.wrongPasswords
        }
        guard isAllowed else { return .notApplicable("the profile allows no further wrong password") }
        let wrong = ConformanceProfile.Account(
            username: account.username, password: Secret("wrong-" + Hexadecimal.encode(randomBytes(12))))
        return await stage { stage in
            var outcome = RowOutcome()
            stage.challengeHandler.change { $0.signIns = [wrong, account] }
            let (_, error) = await stage.load(.authenticated)
            let tokens = stage.own.filter { $0.endpoint == .generateToken }
            guard let first = tokens.first else {
                return .notJudged("no token was asked for: \(error.map { "\($0.code)" } ?? "loaded")")
            }
            if first.isSuccess {
                outcome.portal(
                    Endpoint.generateToken.source, "wrong-password-accepted", "a token is issued for a wrong password",
                    expected: "error 400", at: first)
                return outcome
            }
            // ArcGIS Server's own token service says 401 inside of its error object.
            if let code = first.errorCode, code != 400, code != 401 {
                outcome.portal(
                    Endpoint.generateToken.source, "wrong-password-code",
                    "a wrong password is refused with the code \(code)",
                    expected: "error 400", at: first)
            }
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "T23", last: stage.own.last)
            guard error == nil else { return outcome }
            if tokens.count != 2 {
                outcome.client(
                    "R12", "token-requests", "it asked for \(tokens.count) tokens",
                    expected: "two: one refused, one issued", at: tokens.last)
            }
            let asked = stage.challengeHandler.asked.filter { $0 == .token }
            if asked.count != 2 {
                outcome.client("R11", "challenges", "the user was asked \(asked.count) times", expected: "twice")
            }
            return outcome
        }
    }

    /// T12: once a token has run out it is refused; the client gets another one by itself, once.
    func expiry() async -> RowOutcome {
        guard let account = profile.member, let wanted = profile.tokenLifetime else {
            return .notApplicable("the profile asks for no short tokenLifetime")
        }
        // The client's clock stands still, so that it believes in its token until the portal refuses it.
        let time = StandingTimeSource(at: SystemTimeSource().now())
        return await stage(time: time) { stage in
            var outcome = RowOutcome()
            stage.signIn(account, lifetime: wanted)
            let (_, error) = await stage.load(.authenticated)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "T12", last: stage.own.last)
            guard error == nil, outcome.findings.isEmpty,
                let expires = stage.own.last(where: { $0.endpoint == .generateToken })?.document?["expires"]?.integer
            else { return outcome }
            let granted = Duration.milliseconds(expires - time.now().milliseconds)
            guard granted <= wanted + .seconds(120) else {
                return .notApplicable(
                    "the portal granted \(granted.components.seconds / 60) min where \(wanted.components.seconds / 60) min were asked for"
                )
            }
            let before = stage.own.count
            do { try await plan.options.pause(max(.zero, granted) + .seconds(20)) } catch {
                return .notJudged("the wait was cancelled")
            }
            let late = await stage.ask(stage.resource("portals", "self"))
            judgeRenewal(Array(stage.own.dropFirst(before)), late, &outcome)
            return outcome
        }
    }

    private func judgeRenewal(_ after: [WireExchange], _ error: PortalError?, _ outcome: inout RowOutcome) {
        outcome.events.append(error.map { "failed(\(Reason($0).rawValue))" } ?? "answered")
        guard let first = after.first else { return outcome.client("T12", "silent", "it asked nothing") }
        if first.isSuccess {
            outcome.portal(
                Endpoint.generateToken.source, "expired-token-accepted",
                "a token is accepted after the moment that its own expires names", expected: "error 498", at: first)
            return
        }
        if let code = first.errorCode, code != 498 {
            outcome.portal(
                Endpoint.generateToken.source, "expired-token-code",
                "an expired token is refused with the code \(code)", expected: "error 498", at: first)
        }
        let tokens = after.filter { $0.endpoint == .generateToken }
        let replays = after.filter { $0.endpoint == .portalSelf }.dropFirst()
        if tokens.count != 1 || replays.count != 1 {
            outcome.client(
                "R8", "renewal", "it renewed \(tokens.count) times and repeated the request \(replays.count) times",
                expected: "once each", at: after.last)
        } else {
            outcome.expectLoaded(error, rule: "R8", last: after.last)
        }
    }

    /// T01: the server is asked how it is secured, and its own words are followed.
    func discovery() async -> RowOutcome {
        guard let account = profile.member, let service = serviceURL else {
            return .notApplicable("the profile names no service")
        }
        return await stage { stage in
            var outcome = RowOutcome()
            stage.environment.credentials.add(
                TokenCredential(
                    for: service, username: account.username, password: account.password, in: stage.environment))
            let error = await stage.ask(service)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "T01", last: stage.own.last)
            guard let info = stage.own.first, info.endpoint == .serverInfo else {
                outcome.client(
                    "R4", "discovery", "it does not ask the server how it is secured before anything else",
                    at: stage.own.first)
                return outcome
            }
            if let advertised = info.document?["authInfo"]?["tokenServicesUrl"]?.string,
                let asked = stage.own.first(where: { $0.endpoint == .generateToken || $0.formValue("password") != nil }
                ),
                HTTPURL(parsing: advertised)?.withoutQuery != asked.url?.withoutQuery
            {
                outcome.client("R4", "token-url", "it asks for a token elsewhere than where the server says", at: asked)
            }
            if let last = stage.own.last, last.endpoint == .service, last.headerToken == nil {
                outcome.client("R3", "no-token", "it does not send the token", at: last)
            }
            return outcome
        }
    }

    private var serviceURL: HTTPURL? { profile.service.flatMap { HTTPURL(parsing: $0) } }
}
