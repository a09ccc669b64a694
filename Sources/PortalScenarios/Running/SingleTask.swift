internal import JSONValues
internal import ScenarioFormat

/// Steps that a command is told as a list, seen as the one task that they might be.
struct SingleTask {
    /// Whether they are one `connect` without anything else, which every client knows as a task of its own.
    let isConnect: Bool
    /// The names of the steps, in order.
    private let names: [String]
    /// The line of the scenario that asks for the last of them as one task; nil where no task is like it.
    private let line: String?

    init(_ steps: JSONValue, of run: ScenarioRun) {
        let written = steps.array ?? [steps]
        names = written.compactMap { $0.object?.keys.first }
        // A twin with other steps is asked in the same way, and so are both where one is no plain connect.
        let all = [run.script.steps, run.script.twinSteps ?? run.script.steps]
        isConnect =
            all.allSatisfy { $0 == [["connect": [:]]] } && run.script.environment == .object([:]) && run.needs.isEmpty
        let user = written.lazy.compactMap { $0.object?.values.first?["as"]?.string }.first
        var members: [(String, String)]? = nil
        if let last = written.last?.object?.first {
            switch last.key {
            case "connect": members = [("task", user == nil ? "connect" : "user")]
            case "query": members = [("task", "query"), ("service", last.value["service"]?.string ?? "Traffic")]
            case "item": members = last.value["id"]?.string.map { [("task", "item"), ("item", $0)] }
            case "webMap", "map": members = last.value["item"]?.string.map { [("task", "webmap"), ("item", $0)] }
            default: break
            }
        }
        line = members.map { members in
            let outcome = Scenario.isNegative(run.setup.expectation) ? "refused" : "accepted"
            let all = members + (user.map { [("as", $0)] } ?? []) + [("outcome", outcome)]
            return "foreign: { \(all.map { "\($0.0): \($0.1)" }.joined(separator: ", ")) }"
        }
    }

    /// Why nothing was judged where the client says that it cannot do them.
    func declined(canBeChanged: Bool) -> String {
        let reason = "the client says that it cannot do this (task \(isConnect ? "connect" : "tasks"))"
        guard canBeChanged, !isConnect, let line else { return reason }
        return
            "\(reason): it was asked for the list \(names.joined(separator: ", ")); to ask it for one task, write in the scenario: \(line)"
    }
}
