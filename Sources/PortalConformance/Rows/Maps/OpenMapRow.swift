internal import ClientEvidence
internal import PortalAuthentication
internal import PortalClient

/// W10: the layers come one after the other, the basemap's first, each with what its own server may see.
struct OpenMapRow: ConformanceRow {
    let id = "W10"
    /// Layers of a map that is opened, each of which is asked for and judged; maps that people make have some dozen.
    static let mostLayers = 500

    func unmetNeed(in context: RowContext) -> String? {
        if context.profile.publicMap != nil { return nil }
        return context.profile.privateMap == nil
            ? "the profile names no map: maps.public or maps.private" : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        let account = context.missingMember == nil ? context.profile.member : nil
        guard
            let mapID = account == nil
                ? context.profile.publicMap : context.profile.privateMap ?? context.profile.publicMap
        else {
            return .notApplicable("the profile names no map that can be opened")
        }
        return await context.withClient { client in
            if mapID == context.profile.publicMap, let outcome = await client.lookAtPublicMap(mapID) { return outcome }
            var outcome = RowOutcome()
            if let account { client.signIn(account) }
            let map = client.webMap(mapID)
            let witness = OpeningWitness()
            var error = await client.load(map)
            let services = MapLayerText.services(in: client.data(of: mapID).last?.document)
            let layers = max(map.layersToOpen.count, services.count)
            guard layers <= Self.mostLayers else {
                return .notJudged("the map has \(layers) layers, and one with up to \(Self.mostLayers) is opened")
            }
            if error == nil { error = await client.open(map, witness) }
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            let answer = client.data(of: mapID).last
            guard error == nil, let answer, answer.isSuccess else {
                outcome.events += witness.events
                if let answer {
                    outcome.expectMap(map, error, answer, rule: "W10")
                } else {
                    outcome.notJudged =
                        "the map could not be read: \(error.map { "\($0.code)" } ?? "nothing was asked")"
                }
                return outcome
            }
            outcome.events = ["loaded"] + witness.events + ["opened"]
            OpenedMap(client, answer, witness, account == nil ? nil : context.profile.referer).judge(&outcome)
            return outcome
        }
    }
}
