internal import HTTPSemantics
internal import Platform
internal import PortalJudge

extension PortalSite {
    /// What is played on the n-th connection of a listener; nil where it is served.
    package func fault(ofConnection ordinal: Int, at listener: ListenerFacts) -> Blueprint.Fault.ConnectionPlay? {
        let play = state.withLock { $0.faults.next(for: .connection(ordinal), at: listener) }
        guard case .connection(let found) = play else { return nil }
        return found
    }

    /// Answers one request with the fault that is due, if one is.
    package func answerWithFaults(_ request: borrowing IncomingRequest) -> Answer {
        let target = RequestTarget(request.target, at: origins(of: request.listener))
        let (revision, number) = state.withLock { state in
            state.requests += 1
            return (state.revision, state.requests)
        }
        let operation = map.place(of: target.path, at: request.listener, in: revision).operation
        let subject = FaultLedger.Subject.request(
            number, operation: operation, path: target.path, ordinal: request.ordinal)
        let listener = request.listener
        guard let play = state.withLock({ $0.faults.next(for: subject, at: listener) }),
            case .request(let found) = play
        else { return answer(request, number: number) }
        var answer: Answer
        switch found {
        case .raw(let raw) where raw.needsAnswer:
            answer = self.answer(request, number: number)
            answer.performance = raw
        case .raw(let raw):
            answer = unexecuted(request, target, .unspoken, operation: operation, number: number)
            answer.performance = raw
        case .content(let content):
            answer = unexecuted(
                request, target, content.response(at: request.portalTime), operation: operation, number: number)
            answer.notes.code = content.code ?? answer.notes.code
        case .dress(let dress):
            answer = self.answer(request, number: number)
            answer.prepared = dress.dressed(answer.prepared)
        }
        answer.fault = play.words
        return answer
    }

    /// An answer to a request that the portal never saw; the journal learns what it carried all the same.
    func unexecuted(
        _ request: borrowing IncomingRequest, _ target: RequestTarget, _ response: PreparedAnswer,
        form: FormParameters? = nil, operation: String, number: Int
    ) -> Answer {
        let presented = PresentedTokens(
            request, query: FormParameters(target.query), form: form ?? RequestForm(of: request).parameters)
        let (tokens, actions) = state.withLock { state in
            let tokens = presented.found.map { found in
                Journal.PresentedToken(carrier: found.carrier, alias: state.tokens[found.text]?.alias ?? "unknown")
            }
            return (tokens, state.actions(after: number, operation: operation))
        }
        var answer = Answer(response, operation: operation, presented: tokens)
        if let found = presented.authorization.flatMap({ Journal.Authorization.unjudged($0, verdict: .unasked) }) {
            answer.webTier = WebTierNotes(authorization: found, challenges: nil, nonce: nil)
        }
        performOwn(actions)
        return answer
    }
}

extension PreparedAnswer {
    /// What a fault begins to say of which no client is meant to read much.
    static let unspoken = PreparedAnswer(
        status: 200, headers: [HeaderField("Content-Type", "application/json;charset=utf-8")], body: Array("{}".utf8))
}
