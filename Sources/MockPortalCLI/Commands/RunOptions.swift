import ArgumentParser
import JSONValues
import PortalScenarios

/// A client that is not built in.
struct ForeignClientOptions: ParsableArguments {
    @Option(
        name: .customLong("client"),
        help: ArgumentHelp(
            "Run this program with its arguments once per scenario, instead of the built-in client.",
            valueName: "command"))
    var command: String?

    @Option(help: ArgumentHelp("Read how the client's own texts and exit codes map to reasons.", valueName: "file"))
    var reasons: String?

    func validate() throws {
        if let command, command.allSatisfy(\.isWhitespace) { throw ValidationError("--client: the command is empty") }
        if reasons != nil, command == nil { throw ValidationError("--reasons needs --client <command>") }
    }
}

extension ForeignClientOptions {
    /// The command with what its own words mean; nil for the built-in client.
    func foreignCommand() throws(DocumentError) -> ForeignCommand? {
        guard let command else { return nil }
        guard let reasons else { return ForeignCommand(commandLine: command) }
        let map = try ReasonMap(decoding: try InputFile.document(reasons), source: reasons)
        return ForeignCommand(commandLine: command, reasons: map)
    }
}

/// Which of the selected scenarios run, and how.
struct SelectionOptions: ParsableArguments {
    /// One of several equal parts of the scenarios.
    struct Shard: ExpressibleByArgument {
        let index: Int
        let count: Int

        init?(argument: String) {
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let index = parts[0], let count = parts[1], count > 0, (0..<count).contains(index)
            else { return nil }
            self.index = index
            self.count = count
        }
    }

    @Option(help: ArgumentHelp("Expect the scenarios that this file lists, one id a line, to fail.", valueName: "file"))
    var knownFailing: String?

    @Option(
        help: ArgumentHelp("Run so many scenarios at once; by default 8, for most of a run is waiting.", valueName: "n")
    )
    var jobs: Int?

    @Option(help: ArgumentHelp("Run only part i of n, counted from 0.", valueName: "i/n"))
    var shard: Shard?

    @Option(help: ArgumentHelp("Run them in another order, which follows from this seed.", valueName: "seed"))
    var shuffle: UInt64?

    @Flag(help: "Stop at the first scenario that fails.")
    var failFast = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): at least 1 is needed") }
    }
}

extension SelectionOptions {
    /// This shard's part in the order that was asked for; every n-th scenario, so that slow families are spread.
    func part(of scenarios: [Scenario]) -> [Scenario] {
        let scenarios = shuffle.map { ScenarioLibrary.shuffled(scenarios, seed: $0) } ?? scenarios
        guard let shard else { return scenarios }
        return scenarios.indices.filter { $0 % shard.count == shard.index }.map { scenarios[$0] }
    }

    /// The ids of a file, one a line; `#` begins a remark. Throws for an id that no scenario has.
    func knownFailingScenarios(_ library: ScenarioLibrary) throws(DocumentError) -> Set<String> {
        guard let knownFailing else { return [] }
        let text = String(decoding: try InputFile.bytes(knownFailing), as: UTF8.self)
        var ids: Set<String> = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let id = String(line.prefix { $0 != "#" }.filter { !$0.isWhitespace })
            guard !id.isEmpty else { continue }
            guard library[id] != nil else {
                throw DocumentError(
                    .unknownValue, source: knownFailing, keyPath: "line \(number + 1)",
                    problem: "there is no scenario \(id)",
                    allowed: [], written: nil)
            }
            ids.insert(id)
        }
        return ids
    }
}

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
            "Try many orders of answers (explore), or the one that a failed run printed, as 2.0.1.",
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

/// What becomes of the verdicts.
struct ReportingOptions: ParsableArguments {
    /// A report file of one kind.
    struct Report: ExpressibleByArgument {
        let kind: String
        let path: String

        init?(argument: String) {
            guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
            kind = String(argument[..<equals])
            path = String(argument[argument.index(after: equals)...])
            guard ["json", "junit"].contains(kind), !path.isEmpty else { return nil }
        }
    }

    @Flag(help: "Print for every scenario what was expected and what happened.")
    var explain = false

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write a report: json=<file> or junit=<file>; may be repeated.", valueName: "kind=file"))
    var reports: [Report] = []
}

extension ReportingOptions {
    /// Writes every report that was asked for, whole or not at all.
    func write(_ report: RunReport) throws {
        for wanted in reports {
            let text = wanted.kind == "json" ? try JSONReport(report).text() : JUnitReport.text(of: report)
            try OutputFile.write(Array(text.utf8), to: wanted.path)
        }
    }
}
