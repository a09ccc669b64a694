internal import MockPortalServer
internal import Platform

/// The answers that a scenario has ready for its app's user, in order.
final class AnswerQueue: Sendable {
    private let plans = Locked<[AnswerPlan]>([])
    private let tools: AppTools

    init(_ tools: AppTools) { self.tools = tools }

    /// Has more answers ready.
    func add(_ more: [AnswerPlan]) { plans.withLock { $0 += more } }

    /// Takes the next answer once it is time for it; nil, and a complaint, where none is left for what came.
    func next(_ what: String) async -> AnswerPlan? {
        let plan = plans.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let plan else {
            let article = what.first.map("aeio".contains) == true ? "an" : "a"
            tools.log.complain("\(article) \(what) came that the scenario has no answer for")
            return nil
        }
        switch plan.until {
        case .requests(let count, let operation)?:
            let name = operation.map { " of \($0)" } ?? ""
            await wait("the portal did not see \(count) requests\(name)") { [portal = tools.portal] _ in
                _ = await portal.waitForRequests(count, operation: operation, timeout: nil)
            }
        case .joined(let count)?:
            await wait("\(count) requests did not join a challenge") { await $0.untilJoined(count) }
        case .challenges(let count)?:
            await wait("\(count) challenges did not come") { await $0.untilChallenges(count) }
        case nil: break
        }
        tools.grants.asked()
        return plan
    }

    private func wait(_ complaint: String, _ body: @escaping @Sendable (RunLog) async -> Void) async {
        let log = tools.log
        if await !isDone(within: tools.patience, { await body(log) }) { log.complain(complaint) }
    }
}
