internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport

extension RowContext {
    /// W01: the data of a public map are read by one bare request, and understood.
    func publicMap() async -> RowOutcome {
        guard let id = profile.publicMap else { return .notApplicable("the profile names no maps.public") }
        return await stage { stage in
            if let outcome = await lookAtMap(id, stage) { return outcome }
            var outcome = RowOutcome()
            let map = stage.webMap(id)
            let error = await stage.load(map)
            guard let answer = stage.data(of: id).last else {
                outcome.client("W01", "no-request", "it does not ask for the data of the map", expected: "one request")
                return outcome
            }
            expectMap(map, error, answer, &outcome, rule: "W01")
            if answer.envelope != nil, error != nil {
                outcome.notJudged = "the map's item is shared with everybody, and its data are not: \(answer.line)"
            }
            for exchange in stage.own where !exchange.isBare && !facts.hasWebTier {
                outcome.client("W01", "not-bare", "a question about a public map carries credentials", at: exchange)
            }
            checkNumber(of: stage.data(of: id), &outcome, rule: "W01")
            return outcome
        }
    }

    /// W02: strangers are refused, and the member reads the map with a token.
    func privateMap() async -> RowOutcome {
        guard let id = profile.privateMap, let account = profile.member else {
            return .notApplicable("the profile names no maps.private, or no member")
        }
        return await stage { stage in
            var outcome = RowOutcome()
            if !facts.hasWebTier {
                await lookAsStranger(stage.resource("content", "items", id, "data"), stage, &outcome)
            }
            stage.signIn(account)
            let map = stage.webMap(id)
            let error = await stage.load(map)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            guard let answer = stage.data(of: id).last else {
                if let refusal = error, stage.own.last?.isSuccess != true {
                    outcome.notJudged = "signing in failed: \(refusal.code)"
                } else {
                    outcome.client("W02", "no-request", "it does not ask for the data of the map", at: stage.own.last)
                }
                return outcome
            }
            if answer.headerToken == nil {
                outcome.client(
                    "R3", "no-token", "the question about a private map carries no token",
                    expected: "X-Esri-Authorization: Bearer", at: answer)
            } else if answer.request.headers.first(named: "Referer") != profile.referer {
                outcome.client("R6", "referer", "it does not send the referer that the token is bound to", at: answer)
            } else if answer.errorCode == 403 || answer.errorCode == 400 {
                outcome.notJudged = "the profile's member may not read the map: \(answer.line)"
            } else {
                expectMap(map, error, answer, &outcome, rule: "W02")
            }
            return outcome
        }
    }

    /// W10: the layers come one after the other, the basemap's first, each with what its own server may see.
    func openMap() async -> RowOutcome {
        let account = member == nil ? profile.member : nil
        guard let id = account == nil ? profile.publicMap : profile.privateMap ?? profile.publicMap else {
            return .notApplicable("the profile names no map that can be opened")
        }
        return await stage { stage in
            if id == profile.publicMap, let outcome = await lookAtMap(id, stage) { return outcome }
            var outcome = RowOutcome()
            if let account { stage.signIn(account) }
            let map = stage.webMap(id)
            let witness = OpeningWitness()
            let error = await stage.open(map, witness)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            let answer = stage.data(of: id).last
            guard error == nil, let answer, answer.isSuccess else {
                outcome.events += witness.events
                if let answer {
                    expectMap(map, error, answer, &outcome, rule: "W10")
                } else {
                    outcome.notJudged =
                        "the map could not be read: \(error.map { "\($0.code)" } ?? "nothing was asked")"
                }
                return outcome
            }
            outcome.events = ["loaded"] + witness.events + ["opened"]
            OpenedMap(stage, answer, witness, account == nil ? nil : profile.referer).judge(&outcome)
            return outcome
        }
    }

    /// Looks at the item as a stranger; an outcome says why the map cannot be judged.
    private func lookAtMap(_ id: String, _ stage: ConformanceStage) async -> RowOutcome? {
        guard let look = await stage.look(stage.resource("content", "items", id)), look.response != nil else {
            return nil
        }
        if look.envelope != nil {
            return .notJudged("the map of maps.public is not there, or not shared with everybody: \(look.line)")
        }
        guard let type = look.document?["type"]?.string, type.lowercased() != "web map" else { return nil }
        return .notApplicable("the item of maps.public is a \(type), and no Web Map")
    }

    /// Strangers may see nothing, and are told so by an error object.
    private func lookAsStranger(_ url: HTTPURL, _ stage: ConformanceStage, _ outcome: inout RowOutcome) async {
        guard let look = await stage.look(url) else { return }
        if look.isSuccess {
            outcome.portal(
                Endpoint.item.source, "private-map-shown", "it shows the data of a private map to a stranger",
                expected: "an error object", at: look)
        } else if let code = look.errorCode, ![400, 403, 498, 499].contains(code) {
            outcome.portal(
                Endpoint.item.source, "refusal-code", "it refuses a stranger with the code \(code)",
                expected: "403 (GWM_0003), 400 (CONT_0001) or 499", at: look)
        }
    }

    /// The client says what the wire shows, and has what the document has; a document that is none is the portal's.
    private func expectMap(
        _ map: WebMap, _ error: PortalError?, _ answer: WireExchange, _ outcome: inout RowOutcome, rule: String
    ) {
        let members = answer.document?.object ?? [:]
        let isMap = members["baseMap"]?.object != nil || members["operationalLayers"]?.array != nil
        if error != nil, answer.isSuccess, !isMap {
            outcome.events.append("failed")
            // Whatever is missing in the document is told with the answer.
            return
        }
        outcome.expectLoaded(error, rule: rule, last: answer)
        guard error == nil else { return }
        if !answer.isSuccess {
            outcome.client(rule, "loaded-on-failure", "it has a map though none came", at: answer)
        } else if map.json != answer.document
            || map.operationalLayers.count != members["operationalLayers"]?.array?.count ?? 0
        {
            outcome.client(
                rule, "document", "it holds another document than the one that came",
                expected: "\(members["operationalLayers"]?.array?.count ?? 0) operational layers", at: answer)
        }
    }

    private func checkNumber(of data: [WireExchange], _ outcome: inout RowOutcome, rule: String) {
        let asked = data.filter { !($0.response.map { (300..<400).contains($0.status) } ?? false) }
        guard asked.count > 1, !asked.contains(where: { $0.response?.status == 401 }) else { return }
        outcome.client(
            rule, "requests", "it asked \(asked.count) times for the data of the map", expected: "one request",
            at: asked.last)
    }
}

extension ConformanceStage {
    /// A web map of the portal, read with whatever the store holds.
    func webMap(_ id: String) -> WebMap {
        WebMap(url: portal.rest.appending("content", "items", id, "data"), in: environment)
    }

    func load(_ map: WebMap) async -> PortalError? {
        do throws(PortalError) {
            try await map.load()
            return nil
        } catch {
            return error
        }
    }

    func open(_ map: WebMap, _ opener: some WebMapOpener) async -> PortalError? {
        do throws(PortalError) {
            try await map.open(into: MapDocument(), using: opener)
            return nil
        } catch {
            return error
        }
    }

    /// What the client asked about the data of an item.
    func data(of id: String) -> [WireExchange] {
        own.filter { $0.endpoint == .itemData && $0.url?.segments.dropLast().last.map(String.init) == id }
    }
}
