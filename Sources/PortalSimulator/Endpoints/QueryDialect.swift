internal import FeatureEngine
internal import JSONValues

/// How the three kinds of services answer a query, and refuse one.
enum QueryDialect {
    /// The head of an answer's page: map services name the field that is displayed and the aliases, feature services the object id.
    static func head(_ request: ServiceRequest, _ layer: PortalContent.Layer) -> PageHead {
        if request.kind == .map { return .map(displayField: layer.document["displayField"]?.string ?? "") }
        return request.isHosted && layer.isMadeFromData ? .hosted : .server
    }

    /// What is wrong with a query. A hosted service names the parameter and the field; a server's own says only that it failed
    /// (seen in answers of servers to a query without `where`), and the journal says why.
    static func refusal(_ problem: ParameterProblem, _ request: ServiceRequest) -> PortalReply {
        guard !request.isHosted else { return QueryEndpoint.refusal(problem) }
        return .failure(
            ErrorEnvelope(
                400, "Unable to complete operation.", details: .list(["Unable to perform query operation."])),
            "query", "\(problem.parameter): \(problem.problem)")
    }
}
