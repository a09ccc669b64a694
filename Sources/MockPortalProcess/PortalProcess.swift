public import JSONValues
internal import Platform

/// A portal that an installed `mockportal` serves in a process of its own, for tests that do not compile the server.
///
/// It listens on free ports of the loopback interface and ends with ``stop()``, with the last reference to it, and with the process
/// that started it.
public final class PortalProcess: Sendable {
    /// The portal's URL, as `https://localhost:49152/portal`.
    public let url: String
    /// The portal's URL over plain HTTP; nil where the preset has none.
    public let httpURL: String?
    /// Path of the authority's certificate in PEM, which clients are to trust; the same for every portal that this process starts.
    public let authorityFile: String
    /// The passwords by user name.
    public let passwords: [String: String]
    /// The root of the control API. It holds a secret: what knows it can steer the portal.
    public let controlURL: String
    /// Everything that `mockportal serve --json` tells, as the files of client certificates (`identities`).
    public let ready: JSONValue

    private let program: StartedProgram
    let limits: ProcessLimits

    private init(
        _ program: StartedProgram, _ ready: JSONValue, _ limits: ProcessLimits
    ) throws(PortalProcessError) {
        guard let url = ready["url"]?.string, let authorityFile = ready["caFile"]?.string,
            let controlURL = ready["controlURL"]?.string
        else {
            throw PortalProcessError(
                "mockportal told no url, caFile or controlURL when it had started: \(ready.text())")
        }
        self.program = program
        self.limits = limits
        self.ready = ready
        self.url = url
        self.authorityFile = authorityFile
        self.controlURL = controlURL
        httpURL = ready["httpURL"]?.string
        var passwords: [String: String] = [:]
        for user in ready["users"]?.array ?? [] {
            if let name = user["username"]?.string { passwords[name] = user["password"]?.string }
        }
        self.passwords = passwords
    }

    deinit { stop() }

    /// Starts a portal and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - scenario: A preset such as `token` or `expired`, a scenario's id, or the path of a file, as `./portal.yaml`.
    ///   - differences: A JSON object that changes the preset, as `{"tokens": {"lifetime": "1m"}}`; by default nothing.
    ///   - transport: How the client reaches the portal; by default over HTTPS.
    ///   - program: The program; by default what the environment variable `MOCKPORTAL` names, else `mockportal` in `PATH`.
    ///   - arguments: Further arguments of `mockportal serve`, such as `["--fixtures", "Portals"]`.
    ///
    /// Throws where there is no such program, and what it wrote where it ended at once, or told nothing for a minute.
    public static func start(
        _ scenario: String = "token", _ differences: String = "",
        transport: PortalProcessTrait.Transport = .https, program: String? = nil, arguments: [String] = []
    ) async throws(PortalProcessError) -> PortalProcess {
        try await start(
            scenario, differences, transport: transport, program: program, arguments: arguments,
            limits: ProcessLimits())
    }

    /// Starts a portal with other limits than those that every program has.
    package static func start(
        _ scenario: String = "token", _ differences: String = "",
        transport: PortalProcessTrait.Transport = .https, program: String? = nil, arguments: [String] = [],
        limits: ProcessLimits
    ) async throws(PortalProcessError) -> PortalProcess {
        let named = getenv("MOCKPORTAL").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        let blueprint = try PresetFile(scenario, differences, transport)
        defer { blueprint?.remove() }
        let served = blueprint?.path ?? scenario
        var words = [program ?? named ?? "mockportal", "serve", "--scenario", served, "--json", "--port", "0"]
        words += ["--exit-with-parent"] + arguments
        if !arguments.contains("--certs") { words += ["--certs", try ProcessAuthority.folder()] }
        let command = words
        let started: Result<(StartedProgram, String), PortalProcessError>? = await NativeThread.value {
            do throws(PortalProcessError) {
                let program = try StartedProgram(command, limits)
                return .success((program, try program.firstLine()))
            } catch {
                return .failure(error)
            }
        }
        guard let started else { throw PortalProcessError("the system has no thread left to wait for mockportal") }
        let (running, line) = try started.get()
        guard let ready = try? JSONValue(parsing: line) else {
            throw PortalProcessError("mockportal wrote no JSON when it had started: \(line.prefix(200))")
        }
        return try PortalProcess(running, ready, limits)
    }

    /// Ends the portal and waits for that; one that has not ended after ten seconds is killed. Later calls do nothing.
    public func stop() { program.stop() }

    /// The password of a user.
    ///
    /// Throws with the names of all users where none has that name.
    public func password(of username: String) throws(PortalProcessError) -> String {
        if let password = passwords[username] { return password }
        let names = passwords.keys.sorted().joined(separator: ", ")
        throw PortalProcessError("the portal has no user \(username); it has \(names)")
    }
}
