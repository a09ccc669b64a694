import ChildProcess
import Foundation
import Testing

@Suite struct EmbeddedList {
    @Test func `The committed list of embedded files is that of Fixtures and certs`() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let done = try await ChildProcess.run("python3", [root + "/.ci/embed.py", "--check"])
        #expect(done.status == 0, "\(done.output)")
    }
}
