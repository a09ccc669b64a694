internal import ClientEvidence
internal import PortalAuthentication
internal import PortalJudge

extension RowOutcome {
    /// Notes how a load ended for the app; nil is success, for which `success` is the word.
    mutating func noteEnd(_ error: PortalError?, success: String = "loaded") {
        events.append(error.map { "failed(\(Reason($0).rawValue))" } ?? success)
    }

    /// Notes how a load ended where it should have succeeded: with no departure of the portal, the client is to blame.
    mutating func expectLoaded(_ error: PortalError?, rule: String, last: WireExchange?) {
        noteEnd(error)
        guard let error else { return }
        if let last, last.isSuccess {
            client(
                rule, "failed-on-success", "it failed though the portal answered as documented: \(error.code)", at: last
            )
        } else if let last, last.headerToken != nil, last.error == nil, last.code == 498 || last.code == 499 {
            portal(
                Endpoint.generateToken.source, "token-refused",
                "it refuses what it has just issued, or asks for what it has been given", expected: "a document",
                at: last)
        } else if last?.error == nil {
            notJudged = "the portal refused: \(error.code)"
        }
    }
}
