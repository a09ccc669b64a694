internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication

/// Waits until something has happened; that it never does is a complaint.
struct WaitForStep: ScenarioStep {
    static let names = ["waitFor"]

    private let wait: WaitPlan

    init(reading step: StepReader) throws(DocumentError) { wait = try WaitPlan(try step.object(WaitPlan.keys)) }

    var traits: StepTraits {
        switch wait {
        case .waits, .transfers: [.isQuiet, .isWaiting, .needsSteeredClock]
        default: [.isQuiet, .isWaiting]
        }
    }

    func perform(with driver: BuiltInDriver) async {
        // Connections that the client has given up are closed before one looks whether any is open.
        if case .quiet = wait { await driver.settle() }
        let came = await driver.isDone {
            [wait, scenarioPortal = driver.scenarioPortal, time = driver.time, log = driver.log] in
            switch wait {
            case .requests(let count, let operation):
                return await scenarioPortal.portal.waitForRequests(count, operation: operation, timeout: nil)
            case .waits(let count): await time.until { waits, _ in waits >= count }
            case .transfers(let count): await time.until { _, limits in limits >= count }
            case .challenges(let count): await log.untilChallenges(count)
            case .events(let count): await log.untilEvents(count)
            case .faults(let count): return await scenarioPortal.portal.waitForFaults(count, timeout: nil)
            case .quiet: return await scenarioPortal.portal.waitUntilQuiet(timeout: nil)
            }
            return true
        }
        if !came { driver.log.complain("\(wait.text), and nothing shows that it still comes") }
    }

    var taskObstacle: String? {
        switch wait {
        case .requests, .faults: nil
        case .waits, .transfers, .challenges, .events, .quiet: "a step waits for what only a dialogue tells"
        }
    }

    func list(in tasks: TaskList) { tasks.watch(wait) }

    /// What a client never does is its fault, not the machine's: the dialogue ends there.
    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        let (portal, limit) = (dialogue.messages.scenarioPortal.portal, dialogue.timeLimit)
        let came: Bool
        switch wait {
        case .requests(let count, let operation):
            came = await portal.waitForRequests(count, operation: operation, timeout: limit)
        case .faults(let count): came = await portal.waitForFaults(count, timeout: limit)
        case .quiet: came = await portal.waitUntilQuiet(timeout: limit)
        case .challenges(let count): return try await dialogue.untilAsked(count)
        case .events(let count): return try await dialogue.untilHappened(count)
        // A request that has begun is a wait with a limit.
        case .waits(let count), .transfers(let count): return try await dialogue.untilWaiting(count)
        }
        if !came { throw .broken(wait.text) }
    }
}
