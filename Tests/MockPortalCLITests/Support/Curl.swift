import ChildProcess
import Testing

/// curl, the client that is not ours.
enum Curl {
    static func get(_ url: String, authority: String? = nil, _ more: String...) async throws -> String {
        let trust = authority.map { ["--cacert", $0] } ?? []
        let done = try await ChildProcess.run(
            "curl", ["-sS", "--max-time", "120"] + trust + more + [url], streams: .pipesForEach)
        #expect(done.status == 0, "curl: \(done.errors)")
        return done.output
    }
}
