import ChildProcess
import JSONValues
import Platform
import TestFolders
import Testing

/// How `serve` ends: promptly, whatever it is doing, and with nothing left behind.
struct `The end of serve` {
    /// Where the portal's files were.
    private actor Left {
        var files: [String] = []
        func note(_ file: String...) { files += file }
        func remaining() -> [String] { files.filter { access($0, F_OK) == 0 } }
    }

    private static func port(of url: String?) -> Int {
        let parts = (url ?? "").split(separator: ":")
        return parts.count == 3 ? Int(parts[2].prefix { $0.isNumber }) ?? 0 : 0
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `Each signal that ends it leaves no key and no ready file`(_ signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let ready = folder.path + "/ready.json"
        let left = Left()
        let status = try await Serving.run("--scenario", "pki", "--ready-file", ready, signal: signal) { serving in
            let key = serving.ready["identities"]?.array?.first?["keyFile"]?.string ?? ""
            await left.note(ready, serving.caFile, key)
            #expect(await left.remaining().count == 3)
        }
        #expect(status == 0)
        #expect(await left.remaining() == [])
    }

    @Test func `A second signal leaves nothing behind either`() async throws {
        let left = Left()
        let status = try await Serving.run("--scenario", "pki", signal: SIGCONT) { serving in
            let key = serving.ready["identities"]?.array?.first?["keyFile"]?.string ?? ""
            await left.note(serving.caFile, key)
            // Both wait for it when it goes on.
            for signal in [SIGSTOP, SIGTERM, SIGHUP] { kill(serving.processIdentifier, signal) }
        }
        #expect([0, 128 + SIGTERM, 128 + SIGHUP].contains(status))
        #expect(await left.remaining() == [])
    }

    @Test func `The same signal many times is told as one`() async throws {
        let folder = try TemporaryFolder()
        let report = folder.path + "/report.json"
        let status = try await Serving.run("--judge", "--report", "json=\(report)") { serving in
            // As `timeout` of coreutils does it: to the process, and to its group.
            for _ in 0..<200 {
                kill(serving.processIdentifier, SIGTERM)
                sched_yield()
            }
        }
        // No client has come; by a second signal it would be 143.
        #expect(status == 2)
        #expect(access(report, R_OK) == 0)
    }

    @Test(arguments: [false, true])
    func `A signal ends it while it starts, and it says that nothing was judged`(_ isJudged: Bool) async throws {
        let folder = try TemporaryFolder()
        let (pipe, report) = (folder.path + "/portal.yaml", folder.path + "/report.json")
        try #require(mkfifo(pipe, 0o600) == 0)
        let portal = try ChildProcess(
            Mockportal.path,
            ["serve", pipe, "--port", "0"] + (isJudged ? ["--judge", "--report", "json=\(report)"] : []),
            streams: .pipesForEach)
        portal.closeInput()
        async let errors = portal.readErrors()
        // It starts for as long as nothing comes through the pipe, which is open for writing once it reads there.
        let writer = try ChildProcess("sh", ["-c", #"exec 3> "$0"; echo open; read -r _"#, pipe])
        // A portal that ends before that must not leave the writer waiting for it.
        Task {
            _ = await portal.wait()
            writer.stop()
        }
        #expect(try await writer.readLine() == "open")
        portal.send(SIGTERM)
        let output = await portal.readToEnd()
        #expect(await portal.wait() == (isJudged ? 2 : 0))
        let words = await errors
        #expect(output.isEmpty && words.isEmpty != isJudged, "\(output)\(words)")
        if isJudged {
            #expect(words.hasPrefix("mockportal: nothing was judged and no report is written"), "\(words)")
        }
        #expect(access(report, F_OK) != 0)
    }

    @Test func `A hang-up that it was started to ignore does not end it`() async throws {
        let script = #"trap "" HUP; exec "$0" serve --json --port 0"#
        let portal = try ChildProcess("sh", ["-c", script, Mockportal.path], streams: .pipesBesideErrors)
        let ready = try JSONValue(parsing: try await portal.readLine())
        portal.send(SIGHUP)
        let health = try await Curl.get((ready["controlURL"]?.string ?? "") + "/health")
        #expect(health.contains(ready["nonce"]?.string ?? "no nonce"))
        portal.send(SIGTERM)
        _ = await portal.readToEnd()
        #expect(await portal.wait() == 0)
    }

    struct Situation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var blueprint = "{}"
        var connections = 1
        let request: String
        /// Whether every connection has an answer before the signal comes.
        var isAnswered = true
    }

    private static let items = "/portal/sharing/rest/search?f=json&num=100&q="
    private static let parcels = "/server/rest/services/Parcels/FeatureServer/0/query?f=json&where="

    @Test(arguments: [
        Situation(testDescription: "1 000 silent connections", connections: 1000, request: "", isAnswered: false),
        Situation(
            testDescription: "held answers", blueprint: #"{"hold": ["info"]}"#, connections: 20,
            request: "/portal/sharing/rest/info?f=json", isAnswered: false),
        Situation(
            testDescription: "raw faults", blueprint: #"{"faults": [{"operation": "info", "play": "endlessBody"}]}"#,
            connections: 20, request: "/portal/sharing/rest/info?f=json"),
        Situation(
            testDescription: "more searches than are worked on", connections: 40,
            request: items + Array(repeating: "a*b*c*d", count: 60).joined(separator: "%20OR%20"), isAnswered: false),
        Situation(
            testDescription: "more queries than are worked on", connections: 40,
            request: parcels + Array(repeating: "1=1", count: 200).joined(separator: "%20OR%20"), isAnswered: false),
        Situation(
            testDescription: "big answers that are not read", connections: 40,
            request: parcels + "1%3D1&outFields=*&returnGeometry=true"),
    ])
    func `It ends with 0 whatever it is doing`(_ situation: Situation) async throws {
        let folder = try TemporaryFolder()
        let blueprint = folder.path + "/blueprint.json"
        var document = try JSONValue(parsing: situation.blueprint)
        document["preset"] = "anonymous"
        let file = try #require(fopen(blueprint, "w"))
        fputs(document.text(), file)
        fclose(file)
        let left = Left()
        let kept = Kept()
        let status = try await Serving.run("--scenario", blueprint, "--http-port", "0") { serving in
            await left.note(serving.caFile)
            let http = Self.port(of: serving.ready["httpURL"]?.string)
            let text =
                situation.request.isEmpty ? "" : "GET \(situation.request) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            // A shell gives 1 024 descriptors as a rule.
            _ = DescriptorRoom.raiseLimit(to: 8192)
            let open = try OpenConnections(situation.connections, to: http, sending: text)
            await kept.keep(open)
            if situation.isAnswered { #expect(open.waitForAnswers()) }
            // A caller of the control API that does not read either.
            let control = serving.ready["controlURL"]?.string ?? ""
            let path = control.split(separator: "/", maxSplits: 2).last ?? ""
            await kept.keep(
                try OpenConnections(
                    4, to: Self.port(of: control),
                    sending: "GET /\(path)/journal HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        }
        #expect(status == 0)
        #expect(await left.remaining() == [])
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: [false, true])
    func `It waits for no reader of a report`(_ isOpen: Bool) async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        // A full pipe that is open for reading, and never read.
        let reader = isOpen ? open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1
        let filler = isOpen ? open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1
        defer { for descriptor in [reader, filler] where descriptor >= 0 { close(descriptor) } }
        let page = [UInt8](repeating: 0, count: 4096)
        while write(filler, page, page.count) > 0 {}
        let left = Left()
        let status = try await Serving.run("--judge", "--report", "json=\(pipe)") { serving in
            await left.note(serving.caFile)
        }
        #expect(status == 2)
        #expect(await left.remaining() == [])
    }

    @Test func `It writes the reports, and says so, where its output is not read`() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        let report = folder.path + "/report.json"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let filler = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        defer { for descriptor in [reader, filler] where descriptor >= 0 { close(descriptor) } }
        let head = try ChildProcess("head", ["-n", "1", pipe])
        let portal = try ChildProcess(
            "sh",
            [
                "-c", #"exec "$0" serve --json --port 0 --judge --report "json=$1" > "$2""#, Mockportal.path, report,
                pipe,
            ], streams: .pipesForEach)
        portal.closeInput()
        async let errors = portal.readErrors()
        // A portal that ends before it has said anything must not leave the reader waiting for it.
        Task {
            _ = await portal.wait()
            head.stop()
        }
        _ = try await head.readLine()
        _ = await head.wait()
        // From here on there is room in the pipe for not one more byte.
        for page in [[UInt8](repeating: 0x20, count: 4096), [0x20]] {
            while write(filler, page, page.count) > 0 {}
        }
        portal.send(SIGTERM)
        #expect(await portal.wait() == 2)
        let words = await errors
        #expect(words.hasPrefix("mockportal: standard output was not read, and lacks the verdict"), "\(words)")
        #expect(access(report, F_OK) == 0)
    }

    @Test func `It leaves what takes long to judge, says so, and keeps neither keys nor a report`() async throws {
        let folder = try TemporaryFolder()
        // Most of its characters begin some form of a secret, so that each has to be looked at more closely.
        let body = try folder.write((0..<2_000_000).map { Array("e%2=+a".utf8)[($0 * $0 + $0 / 7) % 6] }, as: "body")
        let ready = folder.path + "/ready.json"
        let report = folder.path + "/report.json"
        let portal = try ChildProcess(
            Mockportal.path,
            ["serve", "--json", "--port", "0", "--http-port", "0", "--scenario", "pki", "--judge"]
                + ["--ready-file", ready, "--report", "json=\(report)"], streams: .pipesForEach)
        portal.closeInput()
        async let errors = portal.readErrors()
        let document = try JSONValue(parsing: try #require(await portal.nextLine()))
        let key = document["identities"]?.array?.first?["keyFile"]?.string ?? ""
        #expect(access(key, F_OK) == 0 && access(ready, F_OK) == 0)
        let urls = (0..<24).map { "\(document["httpURL"]?.string ?? "")/sharing/rest/info?f=json&number=\($0)" }
        let sent = try await Mockportal.run(
            ["-sS", "--noproxy", "*", "--max-time", "300", "--data-binary", "@\(body)"] + urls, program: "curl")
        #expect(sent.code == 0, "\(sent.errors)")
        portal.send(SIGTERM)
        let rest = await portal.readToEnd()
        #expect(await portal.wait() == 128 + SIGTERM)
        #expect(await errors.hasPrefix("mockportal: SIGTERM: the judging was left, and no report is written"))
        #expect(rest.isEmpty, "\(rest)")
        for file in [key, ready, report] { #expect(access(file, F_OK) != 0, "\(file)") }
    }

    @Test func `An upload beyond the size that a file may have is refused, and it goes on`() async throws {
        let folder = try TemporaryFolder()
        let upload = try folder.write([UInt8](repeating: 0x61, count: 2_000_000), as: "upload.pdf")
        // In units of 512 bytes (POSIX, ulimit): less than the upload, more than the 512 KiB that the thread sanitizer maps.
        let script = #"ulimit -f 1500; exec "$0" serve --json --port 0 --scenario token"#
        let portal = try ChildProcess("sh", ["-c", script, Mockportal.path], streams: .pipesBesideErrors)
        let ready = try JSONValue(parsing: try await portal.readLine())
        let serving = Serving(ready: ready, processIdentifier: portal.processIdentifier)
        let rest = serving.url + "/sharing/rest"
        let signedIn = try await Curl.get(
            rest + "/generateToken", authority: serving.caFile, "-d", "f=json&client=requestip&username=alice",
            "--data-urlencode", "password=\(serving.password())")
        let token = try JSONValue(parsing: signedIn)["token"]?.string ?? ""
        let answer = try await Curl.get(
            rest + "/content/users/alice/addItem?f=json&token=\(token)", authority: serving.caFile, "-F", "title=x",
            "-F", "type=PDF", "-F", "file=@\(upload)")
        #expect(answer.contains("\"code\":503") && answer.contains("File too large"), "\(answer)")
        portal.send(SIGTERM)
        _ = await portal.readToEnd()
        #expect(await portal.wait() == 0)
        #expect(access(serving.caFile, F_OK) != 0)
    }

    private actor Kept {
        private var connections: [OpenConnections] = []
        func keep(_ open: OpenConnections) { connections.append(open) }
    }

    @Test(.enabled(if: hasProcessFiles, "Linux tells a process its parent in /proc"))
    func `Where its parent has ended before it began, it says so and ends`() async throws {
        // The subshell begins to serve once it has another parent; `cat` reads until it has ended.
        let orphan = #"""
            (
                parent=$$
                while [ "$parent" = "$$" ]; do read -r _ _ _ parent _ < /proc/self/stat; done
                exec "$0" serve --json --port 0 --exit-with-parent
            ) &
            kill -9 $$
            """#
        let done = try await ChildProcess.run(
            "sh", ["-c", #"sh -c "$1" "$0" 2>&1 | cat"#, Mockportal.path, orphan], streams: .pipesForEach)
        #expect(done.output.contains("has ended already"))
        #expect(!done.output.contains("\"pid\""))
    }
}

/// Whether the system shows processes as files.
private let hasProcessFiles = access("/proc/self/stat", R_OK) == 0
