import ChildProcess
import Foundation
import JSONValues
import TestFolders
import Testing

/// The documents that each version has written, read by the program of today. The samples of a version are never changed.
@Suite struct `Documents of earlier versions` {
    /// A version with its samples.
    struct Version: CustomTestStringConvertible, Sendable {
        static let folder = Golden.folder.deletingLastPathComponent().appendingPathComponent("Compatibility")

        static let all: [Version] = {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().map(Version.init)
        }()

        let name: String
        var testDescription: String { name }

        func path(_ sample: String) -> String { Self.folder.path + "/\(name)/\(sample)" }

        func document(_ sample: String) throws -> JSONValue {
            try JSONValue(parsing: try String(contentsOfFile: path(sample), encoding: .utf8))
        }
    }

    @Test func `the version of today has samples`() async throws {
        let first = try await Mockportal.run("--version").output.split(separator: "\n").first
        let version = try #require(first?.split(separator: " ").last)
        #expect(
            Version.all.contains { $0.name == version },
            "no folder \(version) in Tests/MockPortalCLITests/Compatibility; .github/CONTRIBUTING.md says how to make one"
        )
    }

    @Test(arguments: Version.all)
    func `a report is read, joined and judged to the same verdicts`(version: Version) async throws {
        let judged = try await Mockportal.run("judge", version.path("report.json"))
        #expect(judged.code == 1 && judged.errors.isEmpty, "\(judged.errors)")
        let folder = try TemporaryFolder()
        let joined = folder.path + "/joined.json"
        let merge = try await Mockportal.run(
            "report", "merge", version.path("report.json"), "--report", "json=" + joined)
        #expect(merge.code == 1 && merge.errors.isEmpty, "\(merge.errors)")
        let again = try await Mockportal.run("judge", joined)
        #expect(again.code == 1, "\(again.errors)")
    }

    @Test(arguments: Version.all)
    func `a scenario runs, and passes`(version: Version) async throws {
        let folder = try TemporaryFolder()
        for part in ["Fixtures", "certs"] {
            let copied = try await ChildProcess.run(
                "cp", ["-R", GuidePage.root.appendingPathComponent(part).path, folder.path + "/" + part])
            #expect(copied.status == 0, "\(copied.output)")
        }
        let target = folder.path + "/Fixtures/scenarios/earlier"
        try FileManager.default.copyItem(atPath: version.path("scenarios"), toPath: target)
        let run = try await Mockportal.run("run", "earlier", "--fixtures", folder.path)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
    }

    @Test(arguments: Version.all)
    func `a portal of one's own with its world is served`(version: Version) async throws {
        try await Serving.run("--scenario", version.path("portal/portal.json")) { serving in
            let item = try await Curl.get(
                serving.url + "/sharing/rest/content/items/5c0000000000000000000000000000a1?f=json",
                authority: serving.caFile)
            let owner = try JSONValue(parsing: item)["owner"]?.string
            #expect(owner == "member", "\(item)")
            #expect(serving.ready["users"]?.array?.contains { $0["username"]?.string == "member" } == true)
        }
    }

    @Test(arguments: Version.all)
    func `a ready file is read, and replaced by that of a new portal`(version: Version) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        try FileManager.default.copyItem(atPath: version.path("ready.json"), toPath: path)
        let health = try await Mockportal.run("health", path)
        #expect(health.code == 1 && health.errors.contains("does not answer"), "\(health.errors)")
        try await Serving.run("--ready-file", path) { serving in
            let kept = try JSONValue(parsing: try String(contentsOfFile: path, encoding: .utf8))
            #expect(kept == serving.ready)
        }
    }

    @Test(arguments: Version.all)
    func `what a reader of ready files and lists found is still there`(version: Version) async throws {
        let sample = try version.document("ready.json")
        let served = Captured()
        for arguments in [
            ["--scenario", "pki", "--http-port", "0"], ["--scenario", "oauth-app"], ["--scenario", "api-key"],
        ] {
            try await Serving.run(arguments) { serving in await served.keep(serving.ready) }
        }
        let today = await served.documents
        // It is written off loopback alone, and tests serve there.
        for (key, value) in sample.object ?? [:] where key != "setupURL" {
            let fits = today.contains { Self.holds($0[key], value) }
            #expect(fits, "\(key) of \(version.name) is gone or of another type")
        }
        let list = try await Mockportal.run("list", "T12", "--json")
        let entries = try JSONValue(parsing: list.output)
        #expect(Self.holds(entries, try version.document("list.json")), "\(list.output)")
    }

    @Test(arguments: Version.all)
    func `a profile is read`(version: Version) async throws {
        // Nothing listens at port 1: the profile was understood, and the portal could not be asked.
        let done = try await Mockportal.run(
            "conformance", "https://127.0.0.1:1/portal", "--profile", version.path("profile.yaml"),
            environment: ["MEMBER_PASSWORD": "example"])
        #expect(done.code == 1 || done.code == 2, "\(done.code): \(done.errors)")
        #expect(!done.errors.contains("profile.yaml"), "\(done.errors)")
    }

    /// Whether a value has every member of an earlier one, each of its type; of an array the first element stands for all.
    private static func holds(_ value: JSONValue?, _ earlier: JSONValue) -> Bool {
        switch (value, earlier) {
        case (.object(let now)?, .object(let then)):
            return then.allSatisfy { holds(now[$0], $1) }
        case (.array(let now)?, .array(let then)):
            guard let sample = then.first else { return true }
            return now.contains { holds($0, sample) }
        case (.string?, .string), (.integer?, .integer), (.bool?, .bool), (.null?, .null): return true
        default: return false
        }
    }

    /// The documents of portals that were served.
    private actor Captured {
        var documents: [JSONValue] = []
        func keep(_ document: JSONValue) { documents.append(document) }
    }
}
