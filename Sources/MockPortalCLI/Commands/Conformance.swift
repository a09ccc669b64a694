import ArgumentParser
import JSONValues
import Platform
import PortalConformance
import PortalScenarios
import PortalTransport
import ScenarioFormat
import ScenarioReports

/// `mockportal conformance`: a portal that is not ours, judged by what crossed the wire.
struct Conformance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Judge a real portal, and the built-in client against it.",
        discussion: """
            The rows of the catalogue that real portals can show are asked, by questions and token requests alone: nothing is \
            ever written. A finding says who departed from the documents, the client or the portal. A row that the profile \
            or the portal cannot show does not apply, with its reason.

            The profile is YAML or JSON; secrets stand in files or in the environment, never in the profile itself.

            Exit codes: 0 all as documented, 1 a departure found, 2 nothing could be judged, 64 wrong usage. Control-C, \
            SIGTERM and SIGHUP write the rows that were judged so far, marked as partial: 130, 143 or 129.

            Examples:
              mockportal conformance https://gis.example.com/portal --profile portal.yaml
              mockportal conformance https://localhost:8443/portal --profile portal.yaml --ca-file ca.pem --explain
              mockportal conformance https://gis.example.com/portal --profile portal.yaml --negotiate gis.example.com
            """)

    @Argument(help: ArgumentHelp("The portal's address.", valueName: "portal-url"))
    var portal: String

    @OptionGroup var given: PortalProfileOptions

    @OptionGroup(title: "What is printed and kept") var reporting: ReportingOptions

    @Option(
        help: ArgumentHelp("Write what was learned of the portal, as JSON, to this file.", valueName: "file"),
        completion: .file())
    var learned: String?

    @OptionGroup(title: "Fixtures") var fixtures: FixtureOptions

    func run() async throws {
        try reporting.files.requirePlaces()
        if let learned { try OutputFile.requirePlace(at: learned) }
        let interruption = RunInterruption()
        try EarlyEnd.listen(interruption)
        let tree = try fixtures.tree()
        let reach = try given.reach.checked()
        let run = try given.checked { () throws(DocumentError) in
            try ConformanceRun(try given.plan(for: portal, by: reach), fixtures: tree) {
                try ComparisonPortal.started($0, fixtures: tree)
            }
        }
        let progress = Progress()
        let results = Locked<[RunResult]>([])
        let began = ContinuousClock.now
        let done: ConformanceReport?
        do {
            done = try await interruption.value {
                try await run.run { result in
                    results.withLock { $0.append(result) }
                    progress.note(result)
                }
            }
        } catch {
            progress.clear()
            throw CommandFailure("\(error)", .couldNotJudge)
        }
        progress.clear()
        guard var done else {
            let results = results.withLock { $0 }
            let ending = run.ending(by: interruption.signal ?? "", judged: results.count)
            return try tellPart(
                RunReport(
                    results: results, durationMS: (ContinuousClock.now - began) / .milliseconds(1),
                    origins: [Self.origin(of: results, ending: ending)]))
        }
        done.report.origins = [Self.origin(of: done.report.results)]
        let kept: Result<Void, any Error> = Result {
            if let learned { try OutputFile.write(Array(try done.learned().utf8), to: learned) }
        }
        let isWritten = reporting.files.write(done.report) { show(done) }
        if done.report.exitCode != ExitStatus.refused.rawValue {
            try kept.get()
            if !isWritten { throw ExitCode(ExitStatus.couldNotJudge.rawValue) }
        } else if case .failure(let error) = kept {
            Console.complain("mockportal: \((error as? CommandFailure)?.message ?? "\(error)")")
        }
        if done.report.exitCode != 0 { throw ExitCode(done.report.exitCode) }
    }

    private func show(_ done: ConformanceReport) {
        Console.say(lines: VerdictTable.linesByFinding(of: done.report, explains: reporting.explain))
        Console.say("what was learned of the portal")
        Console.say(lines: done.lines + done.differenceLines())
        Console.say(lines: TextReport.summary(of: done.report))
        if let obstacle = done.nothingJudged { Console.say("nothing was judged: \(obstacle)") }
        GitHubActions.annotate(done.report)
    }

    private static func origin(of results: [RunResult], ending: RunOrigin.Ending? = nil) -> RunOrigin {
        RunOrigin(client: ConformanceRun.client, ids: results.map(\.scenario), ending: ending)
    }

    /// What is said of a run that a signal ended; nothing is claimed of the portal as a whole.
    private func tellPart(_ report: RunReport) throws {
        let isWritten = reporting.files.write(report) {
            Console.say(lines: VerdictTable.linesByFinding(of: report, explains: reporting.explain))
            Console.say(lines: TextReport.summary(of: report))
            GitHubActions.annotate(report)
        }
        try EarlyEnd.check(report, isWritten: isWritten)
    }
}

/// What is known of a portal that is not ours.
struct PortalProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read what is known of the portal from this YAML or JSON file.", valueName: "file"),
        completion: .file())
    var profile: String

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Trust the authorities of this file (PEM or DER) besides the system's; may be repeated.", valueName: "file"),
        completion: .file())
    var authorityFiles: [String] = []

    @Option(
        name: .customLong("row"),
        help: ArgumentHelp("Ask only this row, as T12; may be repeated.", valueName: "id"),
        completion: CompletionWords.conformanceRows)
    var rows: [String] = []

    @OptionGroup(title: "Whose ticket signs in at the web tier") var kerberos: KerberosOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    /// The plan; a mistake in the profile, and a file that it names and is not there, are wrong usage.
    func plan(for portal: String, by reach: Reach) throws(DocumentError) -> ConformancePlan {
        var options = ConformanceOptions()
        options.proxies = reach.proxies
        options.negotiate = try kerberos.policy()
        reach.limits.apply(to: &options.limits)
        for file in authorityFiles {
            options.authorities.append(try InputFile.authorities(file))
        }
        var profile = try ConformanceProfile(file: profile)
        if !rows.isEmpty { profile.rows = try ConformanceRows.checked(rows, source: "--row", keyPath: "") }
        return try ConformancePlan(portal: portal, profile: profile, options: options)
    }

    /// Runs a body; whatever is wrong with the profile becomes one clear line and exit code 64.
    func checked<Result>(_ body: () throws(DocumentError) -> Result) throws(CommandFailure) -> Result {
        do {
            return try body()
        } catch {
            throw CommandFailure(error.description, .wrongUsage)
        }
    }
}
