internal import ClientEvidence
internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

extension RowOutcome {
    /// Layers and tables that a client has to take in; maps that people make have some dozen.
    private static let mostMapLayers = 10_000

    /// The client says what the wire shows, and has what the document has; a document that is none is the portal's.
    mutating func expectMap(_ map: WebMap, _ error: PortalError?, _ answer: WireExchange, rule: String) {
        let count = MapLayerText.count(in: answer.document)
        guard count <= Self.mostMapLayers else {
            notJudged = "the map has \(count) layers, and a client may refuse one with more than \(Self.mostMapLayers)"
            return
        }
        let members = answer.document?.object ?? [:]
        let isMap = members["baseMap"]?.object != nil || members["operationalLayers"]?.array != nil
        if error != nil, answer.isSuccess, !isMap {
            events.append("failed")
            // Whatever is missing in the document is told with the answer.
            return
        }
        expectLoaded(error, rule: rule, last: answer)
        guard error == nil else { return }
        if !answer.isSuccess {
            client(rule, "loaded-on-failure", "it has a map though none came", at: answer)
        } else if map.json != answer.document
            || map.operationalLayers.count != members["operationalLayers"]?.array?.count ?? 0
        {
            client(
                rule, "document", "it holds another document than the one that came",
                expected: "\(members["operationalLayers"]?.array?.count ?? 0) operational layers", at: answer)
        }
    }
}
