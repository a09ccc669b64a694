import Platform
import Testing

@testable import PortalScenarios

@Suite struct `What a process says` {
    private static let marks = String(repeating: "\u{301}", count: 150)

    private static func start(_ script: String, holdsDialogue: Bool) throws -> ClientProcess {
        try ClientProcess(
            path: "/bin/sh", arguments: ["-c", script, "e\(marks)"], environment: ["PATH": "/usr/bin:/bin"],
            holdsDialogue: holdsDialogue, timeLimit: .seconds(3600))
    }

    @Test func `has no marks without an end on either stream`() async throws {
        let ended = try await Self.start("echo \"$0\"; echo \"$0\" >&2", holdsDialogue: false).end()
        for text in [ended.output, ended.errors] {
            #expect(text.utf8.starts(with: "e\u{301}".utf8) && !text.hasLongMarkRun)
        }
    }

    @Test func `has no marks without an end in the lines of a dialogue`() async throws {
        let process = try Self.start("echo \"$0\"", holdsDialogue: true)
        var lines = process.lines.makeAsyncIterator()
        let heard = await lines.next()
        #expect(heard == .line("e\(Self.marks)".withoutLongMarkRuns))
        _ = await process.end()
    }
}
