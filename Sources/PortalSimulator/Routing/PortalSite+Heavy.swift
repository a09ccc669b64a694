internal import HTTPSemantics
internal import Platform
internal import PortalJudge

extension PortalSite {
    /// What a request asks for where the answer may take long; nil for any other.
    package func heavyOperation(of request: borrowing IncomingRequest) -> String? {
        let target = RequestTarget(request.target, at: origins(of: request.listener))
        let revision = state.withLock { $0.revision }
        switch map.place(of: target.path, at: request.listener, in: revision) {
        case .portal(let match, _), .server(let match, _): return match.route.isHeavy ? match.operation : nil
        case .arcgisURIs, .identity, .provider, .unknownResource, .unsupportedOperation, .outside, .root: return nil
        }
    }

    /// What is said where as many answers as may are worked out or wait already (RFC 9110 §15.6.4).
    package func busy(_ request: borrowing IncomingRequest, operation: String, limit: Int) -> Answer {
        let target = RequestTarget(request.target, at: origins(of: request.listener))
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        let reason = "\(limit) answers are worked out or wait already"
        let response = PreparedAnswer(
            status: 503,
            headers: [HeaderField("Content-Type", "application/json;charset=UTF-8"), HeaderField("Retry-After", "1")],
            body: Array(#"{"error":{"code":503,"details":["\#(reason)"],"message":"Server busy"}}"#.utf8))
        var answer = unexecuted(request, target, response, operation: operation, number: number)
        answer.notes.decisions.append(Journal.Decision(gate: "limits", passed: false, reason: reason))
        return answer
    }
}
