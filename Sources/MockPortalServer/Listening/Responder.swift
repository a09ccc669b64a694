/// What a listener asks for every whole request; called on one of its threads, it must not wait.
protocol Responder: Sendable {
    func respond(to request: borrowing IncomingRequest) -> AnswerPlan

    /// What bodies may take while they are read; nil where each connection's limit is enough.
    var bodies: BodyBudgets? { get }

    /// The answer to a request that is refused for its head alone, so that its body is not read; nil where the body is to be read.
    ///
    /// The request has no body yet, and is only made where it is looked at.
    func refusal(beforeBodyOf request: () -> IncomingRequest) -> Answer?

    /// What is played on the n-th connection of a listener from its first moment; nil where it is served.
    func fault(ofConnection ordinal: Int, at listener: ListenerFacts) -> Blueprint.Fault.ConnectionPlay?
}

extension Responder {
    var bodies: BodyBudgets? { nil }

    func refusal(beforeBodyOf request: () -> IncomingRequest) -> Answer? { nil }

    func fault(ofConnection ordinal: Int, at listener: ListenerFacts) -> Blueprint.Fault.ConnectionPlay? { nil }
}

/// How a request is answered.
enum AnswerPlan {
    /// At once.
    case now(Answer)
    /// Once the ticket that `park` is given is resumed; until then the journal records this answer.
    case later(Answer, park: (ResumeTicket) -> Void)
    /// Once it was worked out in a place that is reserved in a lane; the body, which may take long, gives the plan that holds then.
    case worked(operation: String, at: AnswerWork, lane: AnswerWork.Lane? = nil, body: @Sendable () -> AnswerPlan)
}
