import ChildProcess
import Foundation
import JSONValues
import Platform
import TestFolders
import Testing

/// What a signal leaves of a run: its table and reports, and neither keys nor clients.
@Suite struct `Runs that end early` {
    /// A client that fails one scenario, and in another starts a process of a session of its own, tells where both live, and stays.
    private static let client = """
        #!/bin/sh
        case $PORTAL_SCENARIO in connect/anonymous-general*) exit 1 ;; esac
        exec 3> "$NOTE"
        mkfifo "$HOME/child"
        setsid sh -c 'echo $$ > "$0"; exec tail -f /dev/null' "$HOME/child" &
        read child < "$HOME/child"
        echo "$HOME $$ $child" >&3
        exec tail -f /dev/null
        """

    /// A run whose client has said where it lives; its note ends with the last process that the client started.
    private struct Running {
        let process: ChildProcess
        let note: ChildProcess
        let home: String
        let processes: [String]
        let folder: String
        var temporary: String { folder + "/tmp" }

        /// - Parameter errors: A file that standard error goes to; with the output where it is nil.
        init(
            _ selectors: [String], in folder: TemporaryFolder, _ more: [String], errors: String? = nil
        ) async throws {
            self.folder = folder.path
            // Read by a shell, not executed: a test that forks meanwhile holds a file open that was just written (ETXTBSY, execve(2)).
            let client = try folder.write(`Runs that end early`.client, as: "client.sh")
            try #require(mkfifo(folder.path + "/note", 0o600) == 0)
            try FileManager.default.createDirectory(atPath: folder.path + "/tmp", withIntermediateDirectories: false)
            let note = try ChildProcess("cat", [folder.path + "/note"])
            // The client's own limit is not what is tested, and a busy machine may take its time.
            let line =
                ["run"] + selectors
                + ["--jobs", "1", "--time-limit", "3600", "--client", "sh \(client)", "--client-env", "NOTE"] + more
            let process = try ChildProcess(
                errors == nil ? Mockportal.path : "sh",
                (errors.map { ["-c", "exec \"$0\" \"$@\" 2> '\($0)'", Mockportal.path] } ?? []) + line,
                environment: ["NOTE=\(folder.path)/note", "TMPDIR=\(folder.path)/tmp"])
            (self.note, self.process) = (note, process)
            // A run that ends before its client has said anything must not leave the reader waiting for one.
            let isAtWork = Locked(false)
            Task {
                _ = await process.wait()
                if !isAtWork.withLock({ $0 }) { note.stop() }
            }
            let words = try await note.readLine().split(separator: " ").map(String.init)
            isAtWork.withLock { $0 = true }
            try #require(words.count == 3)
            home = words[0]
            processes = Array(words[1...])
        }

        /// What is left once the note has ended, which every process of the client held open.
        func remains() async throws -> [String] {
            _ = await note.readToEnd()
            return try FileManager.default.contentsOfDirectory(atPath: temporary)
        }
    }

    @Test func `a signal ends the wait for the reader of a report`() async throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let process = try ChildProcess(
            Mockportal.path,
            ["run", "C01", "--report", "json=\(folder.path)/pipe", "--report", "junit=\(folder.path)/report.xml"])
        while let line = await process.nextLine(), !line.contains(" passed") {}
        process.send(SIGTERM)
        // The other one where the signal came just before the wait.
        #expect([143, 2].contains(await process.wait()))
        _ = await process.readToEnd()
        // No file waits for the pipe.
        #expect(access(folder.path + "/report.xml", R_OK) == 0)
    }

    @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a signal ends the clients, tells what was judged and writes it as partial`(
        _ row: (signal: Int32, code: Int32)
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let kinds = ["json", "junit", "html"]
        let running = try await Running(
            ["connect/anonymous-general", "connect/private-member"], in: folder,
            kinds.flatMap { ["--report", "\($0)=\(path)/report.\($0)"] })
        running.process.send(row.signal)
        let output = await running.process.readToEnd()
        #expect(await running.process.wait() == row.code)
        #expect(output.contains("✗ connect/anonymous-general"), "\(output)")
        #expect(output.contains("partial: SIG") && output.contains("after 1 of "), "\(output)")
        // Before the run itself ends, the client has.
        for process in running.processes { #expect(kill(pid_t(process) ?? 0, 0) != 0) }
        #expect(try await running.remains() == [])
        for kind in kinds {
            let text = try String(contentsOfFile: "\(path)/report.\(kind)", encoding: .utf8)
            #expect(text.contains("partial") || text.contains("\"ending\""), "\(text.prefix(500))")
        }
        let stored = try JSONValue(parsing: try String(contentsOfFile: path + "/report.json", encoding: .utf8))
        #expect(stored["version"] == 3 && stored["scenarios"]?.array?.count == 1)
        #expect(stored["header"]?["runs"]?.array?.first?["ending"]?["judged"] == 1)
        for command in [["judge"], ["report", "merge"]] {
            let again = try await Mockportal.run(command + [path + "/report.json"])
            #expect(again.code == 1 && again.output.contains("partial: SIG"), "\(again.output) \(again.errors)")
        }
        let merged = try await Mockportal.run("report", "merge", "--complete", path + "/report.json")
        #expect(merged.code == 2, "\(merged.output) \(merged.errors)")
    }

    @Test func `a second signal ends a run that cannot write its report, and leaves neither keys nor clients`()
        async throws
    {
        let folder = try TemporaryFolder()
        let pipe = try Self.fullPipe(folder.path + "/pipe")
        defer { for end in pipe { close(end) } }
        let running = try await Running(
            ["connect/private-member"], in: folder, ["--report", "json=\(folder.path)/pipe"])
        running.process.send(SIGTERM)
        var lines = ""
        while !lines.contains("partial: SIGTERM") { lines += try await running.process.readLine() }
        // The same signal again is the same wish (`timeout` of coreutils).
        running.process.send(SIGTERM)
        running.process.send(SIGINT)
        _ = await running.process.readToEnd()
        #expect(await running.process.wait() == 130)
        #expect(try await running.remains() == [])
    }

    @Test func `a second signal ends a run whose errors are not read`() async throws {
        let folder = try TemporaryFolder()
        let pipe = try Self.fullPipe(folder.path + "/pipe")
        defer { for end in pipe { close(end) } }
        let running = try await Running(
            ["connect/private-member"], in: folder, [], errors: folder.path + "/pipe")
        running.process.send(SIGTERM)
        running.process.send(SIGINT)
        _ = await running.process.readToEnd()
        // Of two signals that wait the one with the lower number comes first (signal(7)).
        #expect([130, 143].contains(await running.process.wait()))
        #expect(try await running.remains() == [])
    }

    /// Makes a full pipe that is open for reading, and never read; gives its ends.
    private static func fullPipe(_ path: String) throws -> [Int32] {
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let filler = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        let page = [UInt8](repeating: 0, count: 4096)
        while write(filler, page, page.count) > 0 {}
        return [reader, filler]
    }

    @Test func `a run that was ended waits for no reader of its report`() async throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let running = try await Running(
            ["connect/private-member"], in: folder, ["--report", "json=\(folder.path)/pipe"])
        running.process.send(SIGTERM)
        let output = await running.process.readToEnd()
        #expect(await running.process.wait() == 2 && output.contains("partial: SIGTERM"), "\(output)")
        #expect(try await running.remains() == [])
    }

    @Test func `a killed run leaves no client`() async throws {
        let folder = try TemporaryFolder()
        let running = try await Running(["connect/private-member"], in: folder, [])
        running.process.send(SIGKILL)
        #expect(await running.process.wait() == -1)
        // Its folders cannot be removed any more.
        #expect(try await running.remains().count == 1)
    }

    @Test func `a signal to conformance writes what was judged of the portal as partial`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("{}", as: "profile.yaml")
        // A portal that takes a connection and says nothing.
        let portal = try ChildProcess(
            "python3",
            [
                "-uc",
                "import socket; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1]); c = s.accept(); "
                    + "print('in'); s.accept()",
            ])
        let port = try await portal.readLine()
        let process = try ChildProcess(
            Mockportal.path,
            [
                "conformance", "https://127.0.0.1:\(port)/portal", "--profile", folder.path + "/profile.yaml",
                "--report",
                "json=\(folder.path)/report.json",
            ])
        #expect(try await portal.readLine() == "in")
        process.send(SIGTERM)
        let output = await process.readToEnd()
        #expect(await process.wait() == 143)
        #expect(output.contains("partial: SIGTERM ended the run of built-in after 0 of "), "\(output)")
        let judged = try await Mockportal.run("judge", folder.path + "/report.json")
        #expect(judged.code == 2 && judged.output.contains("partial: SIGTERM"), "\(judged.output) \(judged.errors)")
    }

    @Test func `Control-C to a run of the built-in client leaves no folder`() async throws {
        let folder = try TemporaryFolder()
        let tmp = folder.path + "/tmp"
        try FileManager.default.createDirectory(atPath: tmp, withIntermediateDirectories: false)
        let terminal = try PseudoTerminal(
            ["TMPDIR=\(tmp)", Mockportal.path, "run", "--report", "json=\(folder.path)/report.json"], program: "env")
        try await terminal.expect("5 of ")
        try terminal.type("\u{03}")
        try await terminal.expect("partial: SIGINT ended the run of built-in after ")
        #expect(await terminal.end() == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: tmp).isEmpty)
        let stored = try String(contentsOfFile: folder.path + "/report.json", encoding: .utf8)
        #expect(stored.hasPrefix("{\"schema\":\"mockportal.report\",\"version\":3,"))
    }
}

#if os(Linux)
    /// The process that is forked once for a run, and forks the keepers of its clients.
    @Suite struct `Starters of clients` {
        /// What follows sees the starter's number: the parent of the client's parent (proc_pid_stat(5)).
        private static let numbers = "starter=$(cut -d ' ' -f 4 /proc/$PPID/stat)\n"

        @Test func `one that is ended from outside is replaced, and every client is started`() async throws {
            let folder = try TemporaryFolder()
            let script = try folder.write(
                Self.numbers + "kill -9 $starter\necho >> \(folder.path)/started\nexit 1\n", as: "client.sh")
            let done = try await Mockportal.run(
                "run", "C01", "C02", "C03", "C04", "--jobs", "1", "--client", "sh \(script)")
            #expect(done.code == 1 && !done.output.contains("could not be judged"), "\(done.output)\(done.errors)")
            let started = try String(contentsOfFile: folder.path + "/started", encoding: .utf8).count
            let counts = try #require(done.output.firstMatch(of: /(\d+) runs of \d+ scenarios.*?(\d+) failed/))
            #expect(started >= 4 && counts.2 == "\(started)", "\(started): \(counts.0)")
        }

        @Test func `one ends with its run`() async throws {
            let folder = try TemporaryFolder()
            let script = try folder.write(
                Self.numbers + "echo $starter > \(folder.path)/starter\nexit 1\n", as: "client.sh")
            let done = try await Mockportal.run("run", "connect/anonymous-general", "--client", "sh \(script)")
            #expect(done.code == 1, "\(done.output)\(done.errors)")
            let number = try String(contentsOfFile: folder.path + "/starter", encoding: .utf8).filter(\.isNumber)
            #expect(
                await OwnThread.run { (0..<24_000).contains { _ in Self.hasEnded(number) || poll(nil, 0, 5) != 0 } })
        }

        /// Whether a process is gone, or only waits for its parent to look.
        private static func hasEnded(_ number: String) -> Bool {
            guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return true }
            return text.drop { $0 != ")" }.hasPrefix(") Z")
        }
    }
#endif
