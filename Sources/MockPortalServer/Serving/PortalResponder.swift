internal import Platform
internal import Synchronization

/// Lets a portal answer, and holds back what its blueprint holds back.
final class PortalResponder: Responder {
    let held: HeldAnswers
    /// Where answers that take long are worked out.
    let work: AnswerWork
    /// What answers take while they are under way.
    let underWay: AnswerBudget
    let bodies: BodyBudgets?
    private let site: Locked<PortalSite>
    /// Whether the blueprint has any fault; where it has none, requests skip the check.
    private let hasFaults: Atomic<Bool>

    init(_ site: PortalSite, limits: ResourceLimits) {
        self.site = Locked(site)
        held = HeldAnswers(isActive: !site.blueprint.hold.isEmpty, limit: limits.heldAnswers)
        // What clients that have left were waiting for is worked out all the same: a read too is judged, counts the nonce or the ticket
        // that came with it, and may be the one that a fault is for, so that what the journal says does not hang on how busy the portal is.
        work = AnswerWork(
            workers: limits.workers, waiting: limits.waitingAnswers, workersInLane: max(1, limits.workers) - 1,
            waitingInLane: limits.waitingAnswers / 2)
        underWay = AnswerBudget(limit: limits.answerBytes)
        bodies = BodyBudgets(limits)
        hasFaults = Atomic(!site.blueprint.faults.isEmpty)
    }

    /// The lane of uploads and of what reads them: they share the workers but one, so that all other answers have one of their own,
    /// where there are two.
    var uploads: AnswerWork.Lane { ObjectIdentifier(work) }

    /// The portal that answers.
    var current: PortalSite { site.withLock { $0 } }

    /// Puts another portal in its place; answers that wait or are worked out are dropped.
    func replace(with new: PortalSite) {
        site.withLock { $0 = new }
        work.cancelAll()
        held.dropAll()
        refresh()
    }

    /// Learns from the blueprint whether anything is held or goes wrong.
    func refresh() {
        let blueprint = current.blueprint
        held.isActive = !blueprint.hold.isEmpty
        hasFaults.store(!blueprint.faults.isEmpty, ordering: .relaxed)
    }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        let site = current
        guard let operation = site.heavyOperation(of: request) else { return plan(request, at: site) }
        guard !underWay.isUsedUp else {
            return .now(site.busy(request, operation: operation.name, reason: underWay.reason))
        }
        let lane = operation.isUpload ? uploads : nil
        guard work.reserve(in: lane) else {
            let reason =
                lane == nil
                ? "\(work.limit) answers are worked out or wait already"
                : "\(work.limit) answers, or \(work.laneLimit) to uploads, are worked out or wait already"
            return .now(site.busy(request, operation: operation.name, reason: reason))
        }
        let request = copy request
        return .worked(operation: operation.name, at: work, lane: lane) { [self] in plan(request, at: site) }
    }

    private func plan(_ request: borrowing IncomingRequest, at site: PortalSite) -> AnswerPlan {
        let made = hasFaults.load(ordering: .relaxed) ? site.answerWithFaults(request) : site.answer(request)
        let answer = underWay.admit(made) { site.isWrite(request) }
        guard held.isActive, site.isHeld(answer.operation) else {
            guard held.isScheduled, answer.performance == nil else { return .now(answer) }
            return .later(answer) { [held] ticket in held.finish(answer, ticket) }
        }
        guard !held.isFull else { return .now(held.refusal(of: answer)) }
        return .later(answer) { [held] ticket in
            held.hold(answer, ticket)
            // It may have been released in between.
            if !site.isHeld(answer.operation) { held.release(answer.operation) }
        }
    }

    func fault(ofConnection ordinal: Int, at listener: ListenerFacts) -> Blueprint.Fault.ConnectionPlay? {
        hasFaults.load(ordering: .relaxed) ? current.fault(ofConnection: ordinal, at: listener) : nil
    }
}
