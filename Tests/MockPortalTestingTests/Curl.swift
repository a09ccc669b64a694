import ChildProcess
import MockPortalTesting
import Testing

/// A client that is not ours, for one request.
enum Curl {
    /// Gets the portal's description; the test fails where nothing comes back.
    static func get(_ portal: MockPortal, _ arguments: String...) async throws {
        let url = portal.url + "/sharing/rest/portals/self?f=json"
        let line = ["-sS", "--fail", "--cacert", try portal.authorityFile] + arguments + [url]
        let done = try await ChildProcess.run("curl", line)
        try #require(done.status == 0, "curl: \(done.status) \(done.output)")
    }
}
