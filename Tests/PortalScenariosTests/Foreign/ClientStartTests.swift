import Dispatch
import Platform
import Testing

@testable import MockPortalServer
@testable import PortalScenarios

/// What a client asks before its runner knows it.
@Suite struct `Clients that are being started` {
    private let told = Locked<[String]>([])

    private func answer(_ name: String) -> ScheduledAnswer {
        ScheduledAnswer(operation: name, connection: 1) { [told] in told.withLock { $0.append(name) } }
    }

    private let sandbox: ForeignSandbox

    init() throws { sandbox = try ForeignSandbox() }

    /// A quick client had its first answer, and had ended, before it was looked at.
    @Test(.enabled(if: ProcessTree.isReadable, "needs proc(5)"))
    func `are answered once it is known whom to look at`() async throws {
        defer { sandbox.remove() }
        let watch = ClientWatch(of: sandbox, given: [:])
        let process = try watch.starting { () throws(ForeignCommandError) in
            let process = try ClientProcess(
                path: "/bin/sh", arguments: ["-c", "read -r line"], environment: ["PATH": "/usr/bin:/bin"],
                holdsDialogue: true, timeLimit: .seconds(120))
            watch.ready(answer("early"))
            watch.queue.sync {}
            told.withLock { $0.append("known") }
            return process
        }
        watch.ready(answer("late"))
        watch.queue.sync {}
        #expect(told.withLock { $0 } == ["known", "early", "late"])
        process.endInput()
        _ = await process.end()
        watch.end()
    }

    @Test func `are answered where they cannot be started`() throws {
        defer { sandbox.remove() }
        let watch = ClientWatch(of: sandbox, given: [:])
        #expect(throws: ForeignCommandError.self) {
            _ = try watch.starting { () throws(ForeignCommandError) -> ClientProcess in
                watch.ready(answer("early"))
                throw ForeignCommandError(description: "the system has no means for it")
            }
        }
        watch.ready(answer("late"))
        watch.queue.sync {}
        #expect(told.withLock { $0 } == ["early", "late"])
    }
}
