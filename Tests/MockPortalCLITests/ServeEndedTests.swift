import ChildProcess
import Foundation
import JSONValues
import Platform
import TestFolders
import Testing

/// The verdict of `serve --judge` where the control API has replaced or ended many portals, or one that takes long to judge.
@Suite struct `serve --judge of ended portals` {
    private static let look = "/sharing/rest/portals/self?f=json"

    private static func verdicts(_ path: String) throws -> [String] {
        let report = try JSONValue(parsing: String(contentsOfFile: path, encoding: .utf8))
        return report["scenarios"]?.array?.map {
            "\($0["name"]?.string ?? "") \($0["verdict"]?.string ?? "")"
        } ?? []
    }

    /// Opens a sandbox, has it used, and ends it.
    private static func sandbox(
        _ body: String, of serving: Serving, using use: (JSONValue) async throws -> Void
    ) async throws {
        let control = serving.ready["controlURL"]?.string ?? ""
        let made = try JSONValue(
            parsing: try await Curl.get("\(control)/sandboxes", "-f", "-X", "POST", "-d", body))
        try await use(made)
        _ = try await Curl.get("\(control)/sandboxes/\(made["id"]?.string ?? "")", "-f", "-X", "DELETE")
    }

    #if os(Linux)
        @Test func `sandboxes that were used and have ended leave no descriptor behind`() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/report.json"
            let line = ["--scenario", "anonymous", "--judge", "--report", "json=\(path)"]
            let status = try await Serving.run(line) { serving in
                func descriptors() throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(serving.processIdentifier)/fd").count
                }
                func useSandbox() async throws {
                    try await Self.sandbox(#"{"scenario":"anonymous"}"#, of: serving) { sandbox in
                        let url = (sandbox["url"]?.string ?? "") + Self.look
                        _ = try await Curl.get(url, authority: serving.caFile, "-f")
                    }
                }
                try await useSandbox()
                let before = try descriptors()
                for _ in 0..<30 { try await useSandbox() }
                // The control connection of the last curl may still be open.
                #expect(try descriptors() - before < 10)
                _ = try await Curl.get(serving.url + Self.look, authority: serving.caFile, "-f")
            }
            #expect(status == 0)
            #expect(
                try Self.verdicts(path) == ["anonymous passed"] + (2...32).map { "anonymous (\($0)) passed" })
        }
    #endif

    @Test func `a hundred portals stand in the report, and the last one`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report.json"
        let line = ["--scenario", "anonymous", "--judge", "--report", "json=\(path)"]
        _ = try await Serving.run(line) { serving in
            let control = serving.ready["controlURL"]?.string ?? ""
            let usual = ["-sS", "-f", "--max-time", "120", "--noproxy", "*", "-o", "/dev/null"]
            let looks =
                usual + ["--cacert", serving.caFile, "-H", "Connection: close"]
                + ["\(serving.url)/sharing/rest/{info,portals/self}?f=json"]
            let change = usual + ["-d", #"{"scenario":"anonymous"}"#, "\(control)/scenario"]
            let turn = looks + ["--next"] + change + ["--next"]
            let turns = Array(repeating: turn, count: 100).flatMap { $0 }
            let done = try await Mockportal.run(["--fail-early"] + turns + looks, program: "curl")
            #expect(done.code == 0, "\(done.errors)")
        }
        // How many lines are printed within the two seconds is no matter here.
        #expect(try Self.verdicts(path) == ["anonymous passed"] + (2...101).map { "anonymous (\($0)) passed" })
        let again = try await Mockportal.run("judge", path)
        #expect(again.code == 0 && !again.errors.contains("by its evidence"), "\(again.errors)")
    }

    @Test func `one that takes long to judge is told as lost, and costs the last one nothing`() async throws {
        let folder = try TemporaryFolder()
        // Most of its characters begin some form of a secret, so that each has to be looked at more closely.
        let body = try folder.write((0..<2_000_000).map { Array("e%2=+a".utf8)[($0 * $0 + $0 / 7) % 6] }, as: "body")
        let report = folder.path + "/report.json"
        let portal = try ChildProcess(
            Mockportal.path,
            ["serve", "--json", "--port", "0", "--http-port", "0", "--scenario", "anonymous", "--judge"]
                + ["--report", "json=\(report)"], streams: .pipesForEach)
        portal.closeInput()
        async let errors = portal.readErrors()
        let ready = try JSONValue(parsing: try #require(await portal.nextLine()))
        let serving = Serving(ready: ready, processIdentifier: portal.processIdentifier)
        try await Self.sandbox(#"{"scenario":"pki","blueprint":{"http":"serve"}}"#, of: serving) { sandbox in
            let urls = (0..<24).map { "\(sandbox["httpURL"]?.string ?? "")/sharing/rest/info?f=json&number=\($0)" }
            let sent = try await Mockportal.run(
                ["-sS", "--noproxy", "*", "--max-time", "300", "--data-binary", "@\(body)"] + urls, program: "curl")
            #expect(sent.code == 0, "\(sent.errors)")
        }
        _ = try await Curl.get(serving.url + Self.look, authority: serving.caFile, "-f")
        portal.send(SIGTERM)
        _ = await portal.readToEnd()
        #expect(await portal.wait() == 2)
        let words = await errors
        let loss = "1 portal that the control API has replaced or ended could not be judged: serve ends within two"
        #expect(words.contains(loss), "\(words)")
        #expect(try Self.verdicts(report) == ["anonymous passed"])
    }
}
