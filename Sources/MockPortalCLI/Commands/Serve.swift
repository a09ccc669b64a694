import ArgumentParser
import FixtureFiles
import JSONValues
import MockPortalServer
import Platform
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// `mockportal serve`: one fake portal until it is told to end.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Where it is read alone, ArgumentParser does not look for requests for completion scripts, which the whole tree answers.
        _superCommandName: "mockportal",
        abstract: "Serve a fake portal until it is told to end.",
        discussion: """
            It binds loopback unless --host says otherwise, shows a certificate that was issued a moment ago, and prints \
            who may sign in with what. Control-C, SIGTERM or SIGHUP ends it within two seconds, with exit code 0; \
            Control-C again, or another of them, at once, with 128 and the number of the signal.

            With --judge the traffic of whatever client comes is judged when it ends, and at any time at the control API's \
            verdict: which requirement was met, broken or not exercised. The exit code is then that of run, and --report \
            writes at the end what it writes there.

            With -v the traffic is printed as it happens; secrets are replaced by their names.

            For a phone: --host 0.0.0.0 --name <this machine's name>.local; the page to open there first is printed then.

            Examples:
              mockportal serve --scenario token -v
              mockportal serve ./portal.yaml
              mockportal serve --scenario expired --port 0 --json
              mockportal serve --scenario tokens/expired-silent --judge --report html=session.html
            """)

    @Argument(
        help: ArgumentHelp(
            "What to pretend to be: a preset, a scenario id, a catalogue id, or a file of yours (.yaml, .json) with a "
                + "blueprint or a scenario.",
            valueName: "id"))
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "What to pretend to be, as the argument says it; by default the only preset of --world, else token.",
            valueName: "id"), completion: CompletionWords.portals)
    var scenario: String?

    @OptionGroup(title: "Where it listens") var listening: ListeningOptions

    @OptionGroup(title: "Watching") var logging: LoggingOptions

    @OptionGroup(title: "Control API") var control: ControlOptions

    @OptionGroup(title: "Certificates and fixtures") var materials: MaterialOptions

    @OptionGroup(title: "Judging a client") var judging: JudgingOptions

    @OptionGroup(title: "For programs that start it") var starting: StartingOptions

    func validate() throws {
        if let subject, let scenario {
            throw ValidationError("\(subject) and --scenario \(scenario): one of them is needed, not both")
        }
        try listening.requirePortsApart(from: control)
    }

    func run() throws {
        do { try serve() } catch let failure as CommandFailure {
            throw failure.pointing(to: materials.fixtures.world)
        }
    }

    private func serve() throws {
        let ending = try judging.judge ? ServiceEnd(orEnd: Self.leftStarting) : ServiceEnd()
        if starting.exitWithParent { try ParentWatch.start() }
        OpenFiles.raiseLimit()
        if let file = starting.readyFile { try ReadyFile.requirePlace(at: file) }
        let shared = SharedOutput(readyFile: starting.readyFile)
        if starting.json { try shared?.requireReadyFile() }
        try judging.files.requirePlaces()
        let fixtures = try materials.fixtures.tree()
        let scenario = subject ?? scenario ?? Self.usual(fixtures)
        let judge = try judging.judging(fixtures: fixtures, serving: scenario)
        var options = control.limiting(listening.options)
        options.trustedFronts = try listening.fronts()
        options.standIn = try listening.playedHosts(fixtures)
        if logging.format != nil { options.bell = JournalBell() }
        let blueprint = try blueprint(scenario, fixtures: fixtures)
        let server = try listening.namingTakenPort(with: control) { () throws(CommandFailure) in
            try ServingPortal(
                blueprint, scenario: scenario, fixtures: fixtures, options: options,
                control: control.address(name: listening.name), certs: materials.certs, judging: judge)
        }
        defer { server.stop() }
        for warning in server.warnings { Console.complain(warning) }
        let line = server.ready.json.text() + "\n"
        let readyFile = try starting.readyFile.map { file throws(CommandFailure) in try ReadyFile(line, at: file) }
        ProcessEnd.keep(readyFile)
        defer { readyFile?.remove() }
        // A verdict stands in no ready file.
        if readyFile != nil, judge == nil { Console.allowClosedOutput() }
        if starting.json {
            let document = server.ready.json
            Console.say(shared?.shown(document, without: SharedOutput.secretsOfPortal) ?? document)
        } else {
            Console.say(
                lines: server.announcement(in: shared).lines + (judge?.instructions(for: scenario) ?? []))
        }
        if let shared, shared.readyFile == nil {
            Console.complain(
                lines: shared.lines(naming: "standard output").map { "Warning: " + $0 })
        }
        let page = try control.opensPage ? LivePageFile(leadingTo: server.ready.controlURL) : nil
        defer { page?.remove() }
        page?.open()
        let log = try logging.format.flatMap { format throws(CommandFailure) in
            try options.bell.map { bell throws(CommandFailure) in try server.log(format, bell: bell) }
        }
        let signal = ending.wait()
        guard let judge else {
            log?.end()
            return
        }
        ending.proceed(orEnd: Self.leftJudging(by: signal))
        ending.whenTimeIsShort { judge.ended.giveUp() }
        let portal = server.portal
        // The connections have not been closed by us yet. All that must not stay goes before anything is judged.
        let observation = judge.session(at: portal, serving: server.scenario).observe()
        server.stop()
        readyFile?.remove()
        page?.remove()
        // The control API may have replaced it meanwhile, and has handed it over then.
        let last =
            server.portal === portal
            ? observation : judge.session(at: server.portal, serving: server.scenario).observe()
        let sessions = ServedSessions(judge.ended, last: last)
        let run = sessions.asRun
        let isWritten = tell(sessions, as: run, log, ending)
        var code = sessions.exitCode(of: run)
        if code == 0, !isWritten { code = ExitStatus.couldNotJudge.rawValue }
        ending.proceed(orEnd: ServiceEnd.Late(exitCode: code))
        if code != 0 { throw ExitCode(code) }
    }

    /// Writes the reports and prints the verdicts; gives whether every report is written.
    ///
    /// Files come first: standard output and a pipe wait for their readers, and only so long.
    private func tell(
        _ sessions: ServedSessions, as run: RunReport, _ log: TrafficLog?, _ ending: ServiceEnd
    ) -> Bool {
        ending.proceed(orEnd: Self.leftTelling("the reports are not all written"))
        let areFilesWritten = judging.files.writeFiles(run, parts: sessions.parts)
        ending.proceed(orEnd: Self.leftTelling("standard output was not read, and lacks the verdict"))
        log?.end()
        for report in sessions.reports {
            if starting.json { Console.say(report.json) } else { Console.say(lines: report.lines) }
        }
        for loss in sessions.losses { Console.complain("mockportal: \(loss)") }
        ending.proceed(orEnd: Self.leftTelling("a report was not read to its end"))
        return judging.files.writeStreams(run, parts: sessions.parts) && areFilesWritten
    }

    /// How it ends where what was judged cannot be told by then.
    private static func leftTelling(_ what: String) -> ServiceEnd.Late {
        ServiceEnd.Late(
            exitCode: ExitStatus.couldNotJudge.rawValue,
            words: "mockportal: \(what): serve ends within two seconds after the signal")
    }

    /// How it ends where a client was to be judged, and the portal still starts by then.
    private static let leftStarting = leftTelling(
        "nothing was judged and no report is written, for the portal was still starting")

    /// How it ends where there is more to judge than can be judged by then.
    private static func leftJudging(by signal: Int32) -> ServiceEnd.Late {
        ServiceEnd.Late(
            exitCode: 128 + signal,
            words:
                "mockportal: \(Signals.name(signal)): the judging was left, and no report is written: it would end later than two "
                + "seconds after the signal. Ask the control API for its verdict before that, or keep less with "
                + "--journal-size")
    }

    /// What is served where nothing is named: the one preset of a folder of one's own, else token.
    private static func usual(_ fixtures: FixtureTree) -> String {
        guard fixtures.ownFolder != nil else { return "token" }
        let own = fixtures.presetNames.filter { name in
            fixtures.document(named: "Fixtures/presets/\(name)").map { fixtures.isOwn($0) } ?? false
        }
        if own.count == 1, let preset = own.first { return preset }
        Console.complain(
            own.isEmpty
                ? "token is served: --world has no preset"
                : "token is served: --world has several presets, and --scenario names none of \(own.joined(separator: ", "))"
        )
        return "token"
    }

    /// What the scenario's name stands for; a plain port that was asked for is served whatever the blueprint says.
    private func blueprint(_ scenario: String, fixtures: FixtureTree) throws(CommandFailure) -> Blueprint {
        var blueprint = try CommandFailure.documents { () throws(DocumentError) in
            try ScenarioChoice.blueprint(named: scenario, fixtures: fixtures, isJudged: judging.judge)
        }
        if let keytab = listening.keytab {
            guard blueprint.takesTickets else {
                throw CommandFailure(
                    "--keytab \(keytab): \(scenario) takes no tickets; iwa, iwa-kerberos and iwa-basic do", .wrongUsage)
            }
            do { try KerberosOptions.requirePrivacy(ofKeytab: keytab) } catch { throw CommandFailure(error) }
            let path = JSONValue.string(OutputFile.absolute(keytab))
            blueprint = try overlaid(
                blueprint, with: ["httpAuthentication": ["windows": ["keytab": path]]], source: "--keytab")
        }
        guard listening.httpPort != nil, blueprint.http == .off else { return blueprint }
        return try overlaid(blueprint, with: ["http": "serve"], source: "--http-port")
    }

    private func overlaid(
        _ blueprint: Blueprint, with change: JSONValue, source: String
    ) throws(CommandFailure) -> Blueprint {
        try CommandFailure.documents { () throws(DocumentError) in try blueprint.overlaid(with: change, source: source)
        }
    }
}

/// Where a portal listens and what it is called.
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Bind this address; anything but loopback lets other machines in.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp("Call the portal this in its certificate and in every URL it prints.", valueName: "host"))
    var name: String?

    @Option(help: ArgumentHelp("Listen for HTTPS on this port; 0 picks a free one.", valueName: "port"))
    var port = 8443

    @Option(help: ArgumentHelp("Listen for plain HTTP on this port too; 0 picks a free one.", valueName: "port"))
    var httpPort: Int?

    @Option(help: ArgumentHelp("Print this URL as the portal's own, for a portal behind a proxy.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "Take Kerberos tickets by the keys in this keytab, in a scenario that offers Negotiate; mockportal kerberos makes "
                + "one.", valueName: "file"), completion: .file())
    var keytab: String?

    @Option(
        help: ArgumentHelp(
            "Believe proxies of this network what X-Forwarded-* and Forwarded say of their clients; repeatable.",
            valueName: "network"))
    var trustForwarded: [String] = []

    @Option(
        help: ArgumentHelp(
            "Play this host too, behind a proxy of its own, for an app that has it in its code; repeatable.",
            valueName: "host"))
    var standIn: [String] = []

    @Option(help: ArgumentHelp("With --stand-in: the proxy's port; by default a free one.", valueName: "port"))
    var proxyPort: Int?

    /// The same for the server.
    var options: ServeOptions {
        ServeOptions(host: host, name: name, port: port, httpPort: httpPort, publicURL: publicURL)
    }

    /// The proxies that are believed; nil where none is.
    func fronts() throws(CommandFailure) -> TrustedFronts? {
        guard !trustForwarded.isEmpty else { return nil }
        do throws(MockPortalError) {
            return try TrustedFronts(trustForwarded)
        } catch {
            throw CommandFailure("--trust-forwarded: \(error)", .wrongUsage)
        }
    }

    /// The hosts that are played, with a new authority; nil where none is.
    func playedHosts(_ fixtures: FixtureTree) throws(CommandFailure) -> StandIn? {
        guard !standIn.isEmpty else { return nil }
        do throws(MockPortalError) {
            return try StandIn(standIn, fixtures: fixtures, proxyPort: proxyPort ?? 0)
        } catch {
            throw CommandFailure("--stand-in: \(error)", error.code == .cannotListen ? .wrongUsage : .couldNotJudge)
        }
    }

    func validate() throws {
        let ports = [("--port", port), ("--http-port", httpPort ?? 0), ("--proxy-port", proxyPort ?? 0)]
        for (name, port) in ports where !(0...65535).contains(port) {
            throw ValidationError("\(name) \(port): a port is a number from 0 to 65535")
        }
        if proxyPort != nil, standIn.isEmpty { throw ValidationError("--proxy-port needs --stand-in") }
        if let host = standIn.first, publicURL != nil {
            throw ValidationError("--stand-in \(host) and --public-url: the portal has one URL of its own, not two")
        }
        if let publicURL, !publicURL.hasPrefix("https://"), !publicURL.hasPrefix("http://") {
            throw ValidationError(
                "--public-url \(publicURL): an absolute URL is needed, like https://gis.example.com/portal")
        }
        try KerberosOptions.check(keytab: keytab)
        try requireNames()
    }
}

/// What a portal is made from.
struct MaterialOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Keep the test authority in this folder and use it again.", valueName: "folder"),
        completion: .directory)
    var certs: String?

    @OptionGroup var fixtures: FixtureOptions
}

/// Whether and how clients are judged.
struct JudgingOptions: ParsableArguments {
    @Flag(help: "Judge the traffic of whatever client comes, at the end and on request.")
    var judge = false

    @Flag(help: "With --judge: the client's user trusts a flawed certificate on purpose.")
    var granted = false

    @OptionGroup var files: ReportFiles

    func validate() throws {
        if granted, !judge { throw ValidationError("--granted needs --judge") }
        if !files.reports.isEmpty, !judge { throw ValidationError("--report needs --judge") }
    }

    /// Returns the judge; nil without `--judge`. Throws where a scenario has a mistake.
    func judging(fixtures: FixtureTree, serving name: String) throws(CommandFailure) -> LiveJudging? {
        guard judge else { return nil }
        return try CommandFailure.documents { () throws(DocumentError) in
            try LiveJudging(
                fixtures: fixtures, serving: name, isTrustGranted: granted, reportsJSON: files.hasJSON)
        }
    }
}

/// What programs need that start a portal.
struct StartingOptions: ParsableArguments {
    @Flag(help: "Print one JSON object, once the port accepts connections, instead of words.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the same object to this file, whole, once the port accepts connections, and remove it in the end. It is "
                + "new, empty or left over from an earlier portal; nothing else is replaced.", valueName: "file"),
        completion: .file())
    var readyFile: String?

    @Flag(help: "End when the process that started this one ends.")
    var exitWithParent = false
}
