import ChildProcess
import Platform
import TestFolders
import Testing

@testable import PortalScenarios

@Suite struct `The wait for a keeper` {
    private static let start = ContinuousClock.now

    /// The steps that come when it is looked at again and again after pieces of time.
    private static func steps(every piece: Duration, times count: Int) -> [KeeperPatience.Step] {
        var patience = KeeperPatience(since: start)
        return (1...count).map { patience.step(at: start + piece * $0) }.filter { $0 != .wait }
    }

    @Test func `has its steps once each, and an end`() {
        #expect(
            Self.steps(every: .milliseconds(100), times: 1000)
                == [.wake, .wake, .endClient, .endKeeper, .endKeeper, .giveUp])
        #expect(Self.steps(every: .milliseconds(10), times: 101) == [.wake])
    }

    @Test func `does not count the time in which the runner stood still`() {
        #expect(Self.steps(every: .seconds(60), times: 9).isEmpty)
        #expect(Self.steps(every: .seconds(60), times: 10) == [.wake])
    }

    #if os(Linux)
        private static func ended(
            _ script: String, _ arguments: String..., limit: Duration
        ) async throws -> ClientProcess.Ended {
            let process = try ClientProcess(
                path: "/bin/sh", arguments: ["-c", script, "sh"] + arguments, environment: ["PATH": "/usr/bin:/bin"],
                holdsDialogue: false, timeLimit: limit)
            return await process.end()
        }

        @Test(arguments: ["exit 1", "exec tail -f /dev/null"])
        func `ends where a client has stopped it`(_ end: String) async throws {
            let ended = try await Self.ended("kill -STOP $PPID; \(end)", limit: .seconds(1))
            #expect(ended.end == .timedOut)
        }

        @Test func `ends where a client has killed it, and what the client started is ended too`() async throws {
            let files = try TemporaryFolder()
            try #require(mkfifo(files.path + "/note", 0o600) == 0)
            let note = try ChildProcess("cat", [files.path + "/note"])
            // Each process holds the pipe open: the client, and one in a session of its own.
            let ended = try await Self.ended(
                """
                exec 3> "$1"
                mkfifo "$1-child"
                setsid sh -c 'echo > "$1-child"; exec tail -f /dev/null' sh "$1" &
                read line < "$1-child"
                kill -KILL $PPID
                exec tail -f /dev/null
                """, files.path + "/note", limit: .seconds(3600))
            #expect(ended.end == .lost)
            #expect(await note.readToEnd().isEmpty)
        }
    #endif
}
