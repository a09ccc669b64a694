import ChildProcess
import Foundation
import JSONValues
import TestFolders
import Testing

/// How the program itself ends: in one way, with all of its output or a word about what it lacks.
@Suite struct `The end of the process` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [String]
        let code: Int32
        /// A signal that ends it once it has said its first word.
        var signal: Int32?
    }

    private static let rows = [
        Row(testDescription: "help", arguments: ["--help"], code: 0),
        Row(testDescription: "wrong usage", arguments: ["surve"], code: 64),
        Row(testDescription: "a list", arguments: ["list", "tokens"], code: 0),
        Row(testDescription: "a failure", arguments: ["judge", "/nowhere/report.json"], code: 2),
        Row(testDescription: "a run", arguments: ["run", "connect/anonymous-general"], code: 0),
        Row(testDescription: "a refused client", arguments: ["connect", "https://127.0.0.1:1/portal"], code: 1),
        Row(testDescription: "serve", arguments: ["serve", "--port", "0", "--json"], code: 0, signal: SIGTERM),
        Row(
            testDescription: "serve with a verdict", arguments: ["serve", "--port", "0", "--json", "--judge"], code: 2,
            signal: SIGINT),
    ]

    @Test(.enabled(if: isGlibc, "LD_DEBUG is of glibc (ld.so(8))"), arguments: rows)
    func `No exit handler runs beside other threads`(_ row: Row) async throws {
        let folder = try TemporaryFolder()
        // The handlers of C++, OpenSSL and GnuTLS and the destructors of every library run in exit(3) alone, and the loader tells of them.
        let process = try ChildProcess(
            Mockportal.path, row.arguments,
            environment: ["LD_DEBUG=files", "LD_DEBUG_OUTPUT=\(folder.path)/trace"])
        if let signal = row.signal {
            _ = try await process.readLine()
            process.send(signal)
        }
        _ = await process.readToEnd()
        #expect(await process.wait() == row.code)
        let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
        }
        #expect(traces.contains { $0.contains("calling init: ") && $0.contains("libssl") })
        // Of the program `env`, which starts the tested one, there is no end either: it becomes that one.
        #expect(!traces.contains { $0.contains("calling fini: ") })
    }

    @Test func `Output that finds no room is told, and the exit code says so`() async throws {
        for (place, reason) in [("> /dev/full", "No space left on device"), (">&-", "it is closed, or not open")] {
            let script = #""$0" "$@" \#(place); echo "code $?""#
            for arguments in [["list", "--json"], ["--help"], ["run", "connect/anonymous-general"]] {
                let done = try await ChildProcess.run("sh", ["-c", script, Mockportal.path] + arguments)
                #expect(done.output.contains("mockportal: standard output is not whole: \(reason)"), "\(done.output)")
                #expect(done.output.hasSuffix("code 2\n"), "\(done.output)")
            }
        }
    }

    @Test func `A verdict needs an output, for it stands in no ready file`() async throws {
        let folder = try TemporaryFolder()
        let judging = """
            "$0" serve --port 0 --judge --ready-file "$1" >&- & portal=$!
            until [ -e "$1" ] || ! kill -0 $portal 2>/dev/null; do :; done
            kill -TERM $portal
            wait $portal
            """
        let judged = try await ChildProcess.run("bash", ["-c", judging, Mockportal.path, folder.path + "/ready.json"])
        #expect(judged.output.contains("standard output is not whole"), "\(judged.output)")
    }

    @Test func `A reader that leaves is no failure`() async throws {
        let script = #"exec 3>&1; { "$0" list --json; echo "code $?" >&3; } | head -c 1 > /dev/null"#
        let done = try await ChildProcess.run("sh", ["-c", script, Mockportal.path])
        #expect(done.output == "code 0\n")
    }

    @Test func `A pipe that does not wait gets everything`() async throws {
        let script = """
            import fcntl, os, subprocess, sys
            reading, writing = os.pipe()
            fcntl.fcntl(writing, 1031, 4096)  # F_SETPIPE_SZ
            os.set_blocking(writing, False)
            process = subprocess.Popen([sys.argv[1], "list", "--json"], stdout=writing)
            os.close(writing)
            text = b""
            while True:
                some = os.read(reading, 512)
                if not some: break
                text += some
            print(process.wait(), len(text), text.endswith(b"]\\n"))
            """
        let whole = try await Mockportal.run("list", "--json")
        let done = try await ChildProcess.run("python3", ["-c", script, Mockportal.path])
        #expect(done.output == "0 \(whole.output.utf8.count) True\n")
    }

    @Test(arguments: ["<&- >&-", "<&- >&- 2>&-", ">&-", "2>&-"])
    func `It serves without standard input and output, and prints into no socket`(_ closed: String) async throws {
        let folder = try TemporaryFolder()
        let ready = folder.path + "/ready.json"
        // The pipe tells of the end of the portal; by then its ready file was there, and is gone.
        let script = """
            exec 3>&1
            "$0" serve --port 0 --ready-file "$1" \(closed) & portal=$!
            until [ -e "$1" ] || ! kill -0 $portal 2>/dev/null; do :; done
            [ -e "$1" ] && curl -sk "$(sed 's/.*"url":"\\([^"]*\\)".*/\\1/' "$1")/sharing/rest/info?f=json" >&3
            kill -TERM $portal
            wait $portal; echo " code $?" >&3
            """
        let done = try await ChildProcess.run("bash", ["-c", script, Mockportal.path, ready])
        #expect(done.output.contains("authInfo") && done.output.hasSuffix(" code 0\n"), "\(done.output)")
        #expect(access(ready, F_OK) != 0)
    }

    private static let isGlibc: Bool = {
        #if canImport(Glibc)
            true
        #else
            false
        #endif
    }()
}
