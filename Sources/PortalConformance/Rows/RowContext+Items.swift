internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

extension RowContext {
    /// An item that everybody may read.
    func publicItem() async -> RowOutcome {
        guard let id = profile.publicItem else { return .notApplicable("the profile names no public item") }
        return await stage { stage in
            var outcome = RowOutcome()
            let error = await load(id, stage)
            guard let answer = stage.own.last(where: { $0.endpoint == .item }) else { return outcome }
            if answer.envelope != nil {
                outcome.notJudged = "the item is not there, or not shared with everybody: \(answer.line)"
                return outcome
            }
            outcome.expectLoaded(error, rule: "public-item", last: answer)
            for exchange in stage.own where !exchange.isBare && !facts.hasWebTier {
                outcome.client(
                    "public-item", "not-bare", "a question about a public item carries credentials", at: exchange)
            }
            checkIdentifier(answer, id, &outcome)
            return outcome
        }
    }

    /// An item that strangers may not read: refused by an error object, then read by the member.
    func privateItem() async -> RowOutcome {
        guard let id = profile.privateItem else { return .notApplicable("the profile names no private item") }
        return await stage { stage in
            var outcome = RowOutcome()
            let item = stage.resource("content", "items", id)
            if !facts.hasWebTier, let look = await stage.look(item) {
                if look.isSuccess {
                    outcome.portal(
                        Endpoint.item.source, "private-item-shown", "it shows a private item to a stranger",
                        expected: "an error object", at: look)
                } else if let code = look.errorCode, ![400, 403, 498, 499].contains(code) {
                    outcome.portal(
                        Endpoint.item.source, "refusal-code", "it refuses a stranger with the code \(code)",
                        expected: "403 (GWM_0003), 400 (CONT_0001) or 499", at: look)
                }
            }
            guard let account = profile.member, !memberIsRefused.withLock({ $0 }), facts.isTokenBased != false else {
                if outcome.findings.isEmpty, facts.hasWebTier {
                    return .notApplicable("the profile names no member who could read it")
                }
                return outcome
            }
            stage.signIn(account)
            let error = await load(id, stage)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil, let answer = stage.own.last(where: { $0.endpoint == .item }) else {
                return outcome
            }
            if answer.errorCode == 403 || answer.errorCode == 400 {
                outcome.notJudged = "the profile's member may not read it: \(answer.line)"
                return outcome
            }
            outcome.expectLoaded(error, rule: "private-item", last: answer)
            if answer.headerToken == nil {
                outcome.client("R3", "no-token", "the question about a private item carries no token", at: answer)
            }
            checkIdentifier(answer, id, &outcome)
            return outcome
        }
    }

    private func load(_ id: String, _ stage: ConformanceStage) async -> PortalError? {
        let portal = Portal(url: stage.portal, connection: .anonymous, in: stage.environment)
        do throws(PortalError) {
            try await PortalItem(portal: portal, id: id).load()
            return nil
        } catch {
            return error
        }
    }

    private func checkIdentifier(_ answer: WireExchange, _ id: String, _ outcome: inout RowOutcome) {
        guard let document = answer.document, answer.isSuccess, let found = document["id"]?.string, found != id else {
            return
        }
        outcome.portal(
            Endpoint.item.source, "other-item", "it answers with another item than was asked for", at: answer)
    }
}
