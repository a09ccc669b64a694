import Foundation
import TestFolders
import Testing

/// What `mockportal conformance` says of profiles that are wrong and of what is no portal.
@Suite struct `Conformance with bad input` {
    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let profile: String
        /// What the one line has to name.
        let words: [String]
    }

    static let mistakes = [
        Mistake(
            testDescription: "an unknown key", profile: "acounts: {}",
            words: ["profile.yaml", "acounts", "Did you mean accounts?"]),
        Mistake(
            testDescription: "an unknown key within", profile: "accounts: {member: {username: a, pasword: {env: X}}}",
            words: ["accounts.member.pasword"]),
        Mistake(
            testDescription: "a secret in the profile",
            profile: "accounts: {member: {username: a, password: hunter2hunter2}}",
            words: ["accounts.member.password", "never stands in the profile"]),
        Mistake(
            testDescription: "a secret in the place of an account", profile: "accounts: {member: hunter2hunter2}",
            words: ["accounts.member", "is not an object"]),
        Mistake(
            testDescription: "a missing file", profile: "accounts: {member: {username: a, password: {file: gone}}}",
            words: ["accounts.member.password", "gone", "No such file"]),
        Mistake(
            testDescription: "a file that everybody may read",
            profile: "accounts: {member: {username: a, password: {file: open}}}",
            words: ["accounts.member.password", "chmod 600"]),
        Mistake(
            testDescription: "a variable that is not there",
            profile: "accounts: {member: {username: a, password: {env: MOCKPORTAL_TEST_ABSENT}}}",
            words: ["accounts.member.password", "MOCKPORTAL_TEST_ABSENT"]),
        Mistake(testDescription: "a row that there is not", profile: "rows: [C1]", words: ["rows", "C01"]),
        Mistake(
            testDescription: "too many wrong passwords", profile: "wrongPassword: {attempts: 5}",
            words: ["wrongPassword.attempts", "0 to 4"]),
        Mistake(
            testDescription: "a lifetime that is no token's", profile: "tokenLifetime: 5s",
            words: ["tokenLifetime", "1m"]),
        Mistake(testDescription: "no YAML", profile: "rows: [C01", words: ["profile.yaml", "line"]),
        Mistake(
            testDescription: "a federated server instead of its service",
            profile: "federatedService: https://gis.example.com/server", words: ["federatedService", "/rest/services/"]),
        Mistake(
            testDescription: "an id that YAML takes for a number", profile: "maps: {public: 5e21}",
            words: ["maps.public", "needs quotes"]),
        Mistake(
            testDescription: "an address in the place of an id",
            profile: "maps: {private: 'https://gis.example.com/portal/home/item.html?id=ab'}",
            words: ["maps.private", "the id of an item"]),
        Mistake(
            testDescription: "a portal's address with a password",
            profile: "portal: 'https://u:hunter2hunter2@localhost:1/portal'",
            words: ["portal", "\"https://localhost:1/portal\" is not", "leave out what stands before the @"]),
        Mistake(
            testDescription: "a portal's address with a token",
            profile: "portal: 'https://gis.example.com/portal?token=hunter2hunter2'",
            words: ["portal", "https://gis.example.com/portal?token=***, and", "was to be asked"]),
        Mistake(
            testDescription: "a service's address with a password",
            profile: "service: 'https://u:hunter2hunter2@gis.example.com/server'",
            words: ["service", "\"https://gis.example.com/server\" is not", "leave out what stands before the @"]),
        Mistake(
            testDescription: "a server's address with a token",
            profile: "federatedService: 'https://gis.example.com/server?token=hunter2hunter2'",
            words: ["federatedService", "\"https://gis.example.com/server?token=***\" is not"]),
        Mistake(
            testDescription: "a missing authority", profile: "trust: {caFile: gone.pem}",
            words: ["trust.caFile", "gone.pem"]),
    ]

    @Test(arguments: mistakes) func `a wrong profile is told with file and key, and exit code 64`(_ mistake: Mistake)
        async throws
    {
        let folder = try TemporaryFolder()
        let file = folder.path + "/profile.yaml"
        try Data((mistake.profile + "\n").utf8).write(to: URL(fileURLWithPath: file))
        #expect(
            FileManager.default.createFile(
                atPath: folder.path + "/open", contents: Data("secret\n".utf8), attributes: [.posixPermissions: 0o644]))
        for command in [["conformance"], ["record", "--out", folder.path + "/out"]] {
            let done = try await Mockportal.run(command + ["https://localhost:1/portal", "--profile", file])
            #expect(done.code == 64, "\(done.errors)")
            for word in mistake.words { #expect(done.errors.contains(word), "\(word): \(done.errors)") }
            #expect(!done.errors.contains("hunter2"), "\(done.errors)")
            #expect(done.errors.split(separator: "\n").count == 1, "\(done.errors)")
        }
    }

    @Test func `a profile that is not there is told with exit code 64`() async throws {
        let done = try await Mockportal.run([
            "conformance", "https://localhost:1/portal", "--profile", "/nowhere/p.yaml",
        ])
        #expect(done.code == 64, "\(done.errors)")
        #expect(done.errors == "mockportal: /nowhere/p.yaml: No such file or directory\n")
    }

    @Test func `the example profile is read up to its first secret`() async throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/conformance/example.yaml")
        let folder = try TemporaryFolder()
        let file = folder.path + "/example.yaml"
        let text = try String(contentsOf: example, encoding: .utf8)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let done = try await Mockportal.run(["conformance", "https://localhost:1/portal", "--profile", file])
        #expect(done.code == 64 && done.errors.contains("trust.caFile"), "\(done.errors)")
    }

    /// What stands where a portal should, and what has to be said.
    struct Stranger: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let blueprint: String
        let words: [String]
    }

    static let strangers = [
        Stranger(
            testDescription: "a web site",
            blueprint: """
                "answers": [{"operation": "portals/self", "status": 200, "body": "<html><head><title>Bakery</title></head></html>"}, \
                {"operation": "info", "status": 404, "body": "<html></html>"}, {"operation": "sharing", "status": 404, "body": "<html></html>"}]
                """, words: ["is no portal", "Bakery"]),
        Stranger(
            testDescription: "a connection that is reset",
            blueprint: #""faults": [{"everyConnection": 1, "play": "reset"}]"#,
            words: ["nothing that answers as a portal"]),
    ]

    @Test(arguments: strangers) func `what is no portal is told with exit code 2`(_ stranger: Stranger) async throws {
        let folder = try TemporaryFolder()
        let blueprint = folder.path + "/stranger.json"
        try Data("{\"preset\": \"token\", \(stranger.blueprint)}".utf8).write(to: URL(fileURLWithPath: blueprint))
        let profile = folder.path + "/profile.yaml"
        try Data("rows: [C01]\n".utf8).write(to: URL(fileURLWithPath: profile))
        try await Serving.run("--scenario", blueprint) { serving in
            let done = try await Mockportal.run(
                ["conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile])
            #expect(done.code == 2, "\(done.output)\(done.errors)")
            for word in stranger.words { #expect(done.errors.contains(word), "\(done.errors)") }
        }
    }

    @Test func `a portal whose web tier lets nothing through is told with exit code 2`() async throws {
        let folder = try TemporaryFolder()
        let profile = folder.path + "/profile.yaml"
        try Data("rows: [C01]\n".utf8).write(to: URL(fileURLWithPath: profile))
        try await Serving.run("--scenario", "basic") { serving in
            let done = try await Mockportal.run(
                ["conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile])
            #expect(done.code == 2, "\(done.output)\(done.errors)")
            let reason = "the web tier in front of the portal refuses what the profile has: HTTP 401"
            #expect(done.output.contains("? conformance/survey   not judged: \(reason)"), "\(done.output)")
            #expect(done.output.contains("\nnothing was judged: \(reason)"), "\(done.output)")
        }
    }

    @Test func `a portal that is down is told at once with exit code 2`() async throws {
        let folder = try TemporaryFolder()
        let profile = folder.path + "/profile.yaml"
        try Data("rows: [C01]\n".utf8).write(to: URL(fileURLWithPath: profile))
        let done = try await Mockportal.run(["conformance", "https://127.0.0.1:1/portal", "--profile", profile])
        #expect(done.code == 2, "\(done.errors)")
        #expect(done.errors.contains("cannotConnect"), "\(done.errors)")
    }
}
