import Foundation
import JSONValues
import Testing

/// `mockportal conformance` against a portal that `mockportal serve` serves in a process of its own.
@Suite struct `Conformance of a portal in another process` {
    @Test func `a stranger and a member are judged, and no secret is written anywhere`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "token") { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(
                """
                accounts:
                  member: {username: alice, password: {file: password}}
                rows: [C01, C09]
                """)
            let done = try await Mockportal.run(
                [
                    "conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--report",
                    "json=\(path)/r.json",
                ])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            #expect(done.output.contains("✓ conformance/C01"))
            #expect(done.output.contains("✓ conformance/C09"))
            #expect(done.output.contains("generateToken: nothing asked, 120 min granted"))
            let report = try String(contentsOfFile: path + "/r.json", encoding: .utf8)
            #expect(report.contains("\"portals/self\""))
            #expect(report.contains("portalName"), "the answers' bytes are evidence")
            for text in [done.output, done.errors, report] { #expect(!text.contains(serving.password())) }
        }
    }
}

/// A folder with a profile and the secrets that it names.
struct ProfileFolder {
    let path: String

    init(_ path: String, _ serving: Serving) throws {
        self.path = path
        try write(serving.password() + "\n", as: "password")
    }

    /// Writes a file that only its owner can read.
    @discardableResult
    func write(_ text: String, as name: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        #expect(
            FileManager.default.createFile(
                atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
        return file
    }

    func profile(_ text: String) throws -> String { try write(text + "\n", as: "profile.yaml", mode: 0o644) }
}
