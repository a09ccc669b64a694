import Foundation
import JSONValues
import TestFolders
import Testing

/// The verdict of `serve --judge` where the control API has had several portals served.
@Suite struct `serve --judge of several portals` {
    private static func curl(_ url: String?, _ serving: Serving, _ options: String...) async throws {
        let line = ["-sS", "--max-time", "120", "--cacert", serving.caFile] + options
        // Whether it gets an answer is what is judged.
        _ = try await Mockportal.run(
            line + [(url ?? "") + "/sharing/rest/portals/self?f=json"], program: "curl")
    }

    /// Asks for another portal: in the place of the one that is served, or beside it.
    private static func call(_ path: String, _ scenario: String, _ serving: Serving) async throws -> JSONValue {
        let control = serving.ready["controlURL"]?.string ?? ""
        let answer = try await Curl.get(
            "\(control)/\(path)", "-f", "-X", "POST", "-d", #"{"scenario":"\#(scenario)"}"#)
        return try JSONValue(parsing: answer)
    }

    private static func verdicts(_ path: String) throws -> [String] {
        let report = try JSONValue(parsing: String(contentsOfFile: path, encoding: .utf8))
        return report["scenarios"]?.array?.map {
            "\($0["name"]?.string ?? "") \($0["verdict"]?.string ?? "")"
        } ?? []
    }

    @Test func `a requirement stays broken where the scenario is changed`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report.json"
        let line = ["--scenario", "trust/expired", "--judge", "--report", "json=\(path)"]
        let status = try await Serving.run(line) { serving in
            try await Self.curl(serving.url, serving, "--insecure")
            _ = try await Self.call("scenario", "anonymous", serving)
            try await Self.curl(serving.url, serving)
        }
        #expect(status == 1)
        let verdicts = try Self.verdicts(path)
        #expect(verdicts.count == 2)
        #expect(verdicts.first?.hasSuffix(" failed") == true, "\(verdicts)")
        #expect(verdicts.last == "anonymous passed", "\(verdicts)")
        let again = try await Mockportal.run("judge", path)
        #expect(again.code == 1 && !again.errors.contains("by its evidence"), "\(again.errors)")
    }

    @Test func `a sandbox is judged too`() async throws {
        let status = try await Serving.run(["--scenario", "anonymous", "--judge"]) { serving in
            let sandbox = try await Self.call("sandboxes", "trust/expired", serving)
            try await Self.curl(sandbox["url"]?.string, serving, "--insecure")
            try await Self.curl(serving.url, serving)
        }
        #expect(status == 1)
    }

    @Test func `sessions of one scenario have names of their own`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report.json"
        let line = ["--scenario", "anonymous", "--judge", "--report", "json=\(path)"]
        let status = try await Serving.run(line) { serving in
            try await Self.curl(serving.url, serving)
            _ = try await Self.call("scenario", "anonymous", serving)
            try await Self.curl(serving.url, serving)
        }
        #expect(status == 0)
        #expect(try Self.verdicts(path) == ["anonymous passed", "anonymous (2) passed"])
        #expect(try await Mockportal.run("report", "merge", path).code == 0)
    }

    @Test func `a connection that a change closes was not left open`() async throws {
        let status = try await Serving.run(["--scenario", "anonymous", "--judge", "--http-port", "0"]) { serving in
            let address = serving.httpAuthority
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
            let request = "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: \(address)\r\n\r\n"
            let open = try OpenConnections(1, to: port, sending: request)
            #expect(open.waitForAnswers())
            _ = try await Self.call("scenario", "anonymous", serving)
            withExtendedLifetime(open) {}
            try await Self.curl(serving.url, serving)
        }
        #expect(status == 0)
    }

    @Test func `a portal that saw nothing asks for no verdict`() async throws {
        let status = try await Serving.run(["--scenario", "trust/expired", "--judge"]) { serving in
            _ = try await Self.call("scenario", "anonymous", serving)
            try await Self.curl(serving.url, serving)
        }
        #expect(status == 0)
    }
}
