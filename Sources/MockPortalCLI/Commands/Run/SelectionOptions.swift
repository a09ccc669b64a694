import ArgumentParser
import JSONValues
import ScenarioFormat

/// Which of the selected scenarios run, and how.
struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Expect the scenarios that this file lists, one id a line, to fail.", valueName: "file"),
        completion: .file())
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

    /// More runs than the descriptors of one process suffice for.
    private static let mostJobs = 1000

    func validate() throws {
        guard let jobs else { return }
        if jobs < 1 { throw ValidationError("--jobs \(jobs): at least 1 is needed") }
        if jobs > Self.mostJobs {
            throw ValidationError("--jobs \(jobs): at most \(Self.mostJobs) scenarios run at once; name fewer")
        }
    }
}

extension SelectionOptions {
    /// This shard's part, in the order that was asked for.
    func part(of scenarios: [Scenario]) -> [Scenario] {
        let part = shard?.part(of: scenarios) ?? scenarios
        return shuffle.map { ScenarioLibrary.shuffled(part, seed: $0) } ?? part
    }

    /// The scenarios that a file lists. Throws for one that is not there.
    func knownFailingScenarios(_ library: ScenarioLibrary) throws(DocumentError) -> Set<String> {
        guard let knownFailing else { return [] }
        return try library.ids(listedIn: try InputFile.bytes(knownFailing), source: knownFailing)
    }
}

extension Shard: ExpressibleByArgument {
    package init?(argument: String) { self.init(parsing: argument) }
}
