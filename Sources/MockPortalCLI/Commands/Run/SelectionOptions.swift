import ArgumentParser
import HTTPSemantics
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

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): at least 1 is needed") }
    }
}

extension SelectionOptions {
    /// This shard's part, in the order that was asked for.
    func part(of scenarios: [Scenario]) -> [Scenario] {
        let part = shard?.part(of: scenarios) ?? scenarios
        return shuffle.map { ScenarioLibrary.shuffled(part, seed: $0) } ?? part
    }

    /// The ids of a file, one a line; `#` begins a remark. Throws for an id that no scenario has.
    func knownFailingScenarios(_ library: ScenarioLibrary) throws(DocumentError) -> Set<String> {
        guard let knownFailing else { return [] }
        let text = String(decoding: try InputFile.bytes(knownFailing), as: UTF8.self)
        var ids: Set<String> = []
        for (number, line) in text.textLines.enumerated() {
            let id = String(line.prefix { $0 != "#" }.filter { !$0.isWhitespace })
            guard !id.isEmpty else { continue }
            guard library[id] != nil else {
                throw DocumentError(.unknownValue, source: knownFailing, problem: "there is no scenario \(id)")
                    .placed(at: SourcePlace(line: number + 1, column: 1))
            }
            ids.insert(id)
        }
        return ids
    }
}

extension Shard: ExpressibleByArgument {
    package init?(argument: String) { self.init(parsing: argument) }
}
