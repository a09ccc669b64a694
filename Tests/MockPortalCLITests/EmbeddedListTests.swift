import Foundation
import Subprocess
import Testing

@Suite struct EmbeddedList {
    @Test func `The committed list of embedded files is that of Fixtures and certs`() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let done = try await Subprocess.run(
            .name("python3"), arguments: Arguments([root + "/.ci/embed.py", "--check"]), input: .none,
            output: .discarded, error: .string(limit: 1 << 16))
        #expect(done.terminationStatus.isSuccess, "\(done.standardError)")
    }
}
