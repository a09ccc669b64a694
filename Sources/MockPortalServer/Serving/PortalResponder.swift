internal import Locking

/// Lets a portal answer, and holds back what its blueprint holds back.
final class PortalResponder: Responder {
    let held: HeldAnswers
    private let site: Locked<PortalSite>

    init(_ site: PortalSite) {
        self.site = Locked(site)
        held = HeldAnswers(isActive: !site.blueprint.hold.isEmpty)
    }

    /// The portal that answers.
    var current: PortalSite { site.withLock { $0 } }

    /// Puts another portal in its place; answers that wait are dropped.
    func replace(with new: PortalSite) {
        site.withLock { $0 = new }
        held.dropAll()
        refresh()
    }

    /// Learns from the blueprint whether anything is held.
    func refresh() { held.isActive = !current.blueprint.hold.isEmpty }

    func respond(to request: borrowing IncomingRequest) -> AnswerPlan {
        let site = current
        let answer = site.answer(request)
        guard held.isActive, site.isHeld(answer.operation) else { return .now(answer) }
        return .later(answer) { [held] ticket in
            held.hold(answer, ticket)
            // It may have been released in between.
            if !site.isHeld(answer.operation) { held.release(answer.operation) }
        }
    }
}
