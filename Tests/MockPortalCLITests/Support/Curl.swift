import Subprocess
import Testing

/// curl, the client that is not ours.
enum Curl {
    static func get(_ url: String, authority: String? = nil, _ more: String...) async throws -> String {
        let trust = authority.map { ["--cacert", $0] } ?? []
        let done = try await Subprocess.run(
            .name("curl"), arguments: Arguments(["-sS", "--max-time", "20"] + trust + more + [url]), input: .none,
            output: .string(limit: 4 << 20), error: .string(limit: 1 << 20))
        #expect(done.terminationStatus.isSuccess, "curl: \(done.standardError)")
        return done.standardOutput
    }
}
