import ArgumentParser
import PortalScenarios

/// In which order the portal lets answers go where requests run side by side.
struct ScheduleOptions: ParsableArguments {
    /// `explore`, or an order as a failed run prints it.
    enum Schedule: ExpressibleByArgument {
        case explore
        case order(AnswerSchedule)

        init?(argument: String) {
            if argument == "explore" {
                self = .explore
            } else {
                guard let order = AnswerSchedule(parsing: argument) else { return nil }
                self = .order(order)
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "Try many orders of answers (explore), or the one that a failed run printed, as 0/1.2/4.",
            valueName: "explore|order"))
    var schedule: Schedule?

    @Option(help: ArgumentHelp("Try so many orders of each scenario; by default 20.", valueName: "n"))
    var schedules: Int?

    @Option(help: ArgumentHelp("Choose orders from this seed; by default 1.", valueName: "n"))
    var seed: UInt64?

    func validate() throws {
        if let schedules, schedules < 1 { throw ValidationError("--schedules \(schedules): at least 1 is needed") }
        var isExploring = false
        if case .explore? = schedule { isExploring = true }
        if !isExploring, schedules != nil || seed != nil {
            throw ValidationError("--schedules and --seed need --schedule explore")
        }
    }

    /// What the runner is told.
    var answers: AnswerSchedule {
        switch schedule {
        case .explore?: .explore(schedules: schedules ?? 20, seed: seed ?? 1)
        case .order(let order)?: order
        case nil: .free
        }
    }
}
