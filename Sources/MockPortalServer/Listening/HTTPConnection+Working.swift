internal import CMicroHTTPD

extension HTTPConnection {
    /// Has an answer worked out on another thread while libmicrohttpd leaves the connection alone.
    ///
    /// The request enters the journal now, so that its number tells the order of arrival; what is said of it follows with the answer.
    func workOut(
        _ operation: String, at work: AnswerWork, in lane: AnswerWork.Lane?, _ connection: OpaquePointer,
        _ body: @escaping @Sendable () -> AnswerPlan
    ) -> Bool {
        guard let request = leaveRequest() else {
            work.giveBack(in: lane)
            return false
        }
        if request.number == 0 {
            request.operation = operation
            listener.recorder?.began(request)
        } else {
            listener.recorder?.update(request) { $0.operation = operation }
        }
        MHD_suspend_connection(connection)
        let ticket = ResumeTicket(connection: connection, httpConnection: self)
        guard listener.remember(ticket) else {
            work.giveBack(in: lane)
            ticket.resume(with: nil)
            return true
        }
        work.add(
            AnswerJob(
                in: lane, body, deliver: { [self] plan in deliver(plan, for: request, ticket) },
                drop: { ticket.resume(with: nil) }, hasLeft: { ticket.isAbandoned }))
        return true
    }

    /// Records what was worked out, and lets it go as the plan says.
    private func deliver(_ plan: AnswerPlan, for request: RequestRecord, _ ticket: ResumeTicket) {
        switch plan {
        case .now(let answer):
            settle(request, answer, isNew: false) { request in
                if answer.performance == nil { request.answer = answer.journaled }
            }
            ticket.resume(with: answer)
        case .later(let words, let park):
            // Nothing is played before the answer goes.
            settle(request, words, isNew: false) { $0.fault = nil }
            park(ticket)
        case .worked: ticket.resume(with: nil)
        }
    }
}
