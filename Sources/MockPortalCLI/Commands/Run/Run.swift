import ArgumentParser
import FixtureFiles
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import TLSIdentity

/// `mockportal run`: judges a client by scenarios.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        // Where it is read alone, ArgumentParser does not look for requests for completion scripts, which the whole tree answers.
        _superCommandName: "mockportal",
        abstract: "Judge a client by scenarios, the built-in one or a command of yours.",
        discussion: """
            A selector is a scenario id (trust/expired), a family (trust), a preset (expired), a catalogue id (T12), a \
            tag (tag:core), or the path of a scenario file of yours or of a folder with some (./mine.yaml, ./mine/); without \
            one every scenario runs.

            Exit codes: 0 all as expected, 1 a scenario failed (with --strict also where one passed in a documented looser \
            way), 2 something could not be judged, or nothing because the client can be asked none of the scenarios, 64 \
            wrong usage. Control-C, SIGTERM and SIGHUP end the clients and write what was judged so far, marked as partial: 130, 143 or 129. \
            Control-C again, or another of them, ends at once.

            Examples:
              mockportal run tag:core
              mockportal run ./mine.yaml
              mockportal run concurrency --schedule explore
              mockportal run tokens --client ./my-client --report junit=report.xml
              mockportal run tag:core --client ./my-client --strict --compare last.json --report json=last.json
            """)

    @Argument(
        help: ArgumentHelp("Which scenarios to run.", valueName: "selector"), completion: CompletionWords.selectors)
    var selectors: [String] = []

    @OptionGroup(title: "The client to judge") var client: ForeignClientOptions

    @OptionGroup(title: "Which and how many at once") var selection: SelectionOptions

    @OptionGroup(title: "In which order answers go") var schedule: ScheduleOptions

    @OptionGroup(title: "What is demanded of all runs together") var demanding: DemandOptions

    @OptionGroup(title: "What is printed and kept") var reporting: ReportingOptions

    @OptionGroup(title: "Certificates and fixtures") var fixtures: FixtureOptions

    func validate() throws {
        if schedule.schedule != nil, client.command != nil {
            throw ValidationError("--schedule is for the built-in client: a command cannot be asked the same twice")
        }
    }

    func run() async throws {
        do { try await judge() } catch let failure as CommandFailure { throw failure.pointing(to: fixtures.world) }
    }

    private func judge() async throws {
        try reporting.files.requirePlaces()
        if client.command != nil { ForeignCommand.prepare() }
        let jobs = try OpenFiles.jobs(selection.jobs ?? RunOptions().jobs)
        let interruption = RunInterruption()
        try EarlyEnd.listen(interruption)
        let tree = try fixtures.tree()
        let demands = try CommandFailure.documents { () throws(DocumentError) in try demanding.demands() }
        let (report, part) = try await CommandFailure.documents {
            () async throws(DocumentError) -> (RunReport, Set<String>?) in
            let library = try OwnFiles.library(selectors, fixtures: tree)
            let chosen = try library.selected(by: selectors)
            guard !chosen.isEmpty else {
                throw DocumentError(.unreadable, source: "Fixtures/scenarios", problem: "holds no scenario")
            }
            var options = try options(library)
            options.jobs = jobs
            options.interruption = interruption
            let runner = ScenarioRunner(library: library, pki: try Self.pki(tree), options: options)
            if reporting.explain, let hint = options.foreign?.variables.hint { Console.say("the client: \(hint)") }
            let progress = Progress()
            let part = selection.part(of: chosen)
            var report = try await runner.run(part, whenPlanned: { progress.plan($0) }) { progress.note($0) }
            report.isStrict = demanding.strict
            progress.clear()
            report.origins = [
                RunOrigin(
                    client: runner.client, selected: chosen, shard: selection.shard, ending: interruption.ending,
                    durationMS: report.durationMS)
            ]
            return (report, selection.shard.map { _ in Set(part.map(\.id)) })
        }
        let isWritten = reporting.files.write(report) {
            VerdictScreen.show(report, explains: reporting.explain)
            GitHubActions.annotate(report)
        }
        try EarlyEnd.check(report, isWritten: isWritten)
        try DemandOptions.end(report, demands, isWritten: isWritten) { part?.contains($0) ?? true }
    }

    private func options(_ library: ScenarioLibrary) throws(DocumentError) -> RunOptions {
        var options = RunOptions()
        options.failFast = selection.failFast
        options.isStrict = demanding.strict
        options.schedule = schedule.answers
        options.knownFailing = try selection.knownFailingScenarios(library)
        options.foreign = try client.foreignCommand()
        if let limit = client.limit { options.timeLimit = limit }
        options.furtherArguments =
            client.furtherArguments + (fixtures.folder.map { ["--fixtures", $0] } ?? [])
            + (fixtures.world.map { ["--world", $0] } ?? []) + (demanding.strict ? ["--strict"] : [])
        return options
    }

    private static func pki(_ fixtures: FixtureTree) throws(DocumentError) -> TestPKI {
        do {
            return try TestPKI(fixtures: fixtures)
        } catch {
            throw DocumentError(.unreadable, source: "certs", problem: error.description)
        }
    }
}
