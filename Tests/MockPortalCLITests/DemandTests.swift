import ChildProcess
import Foundation
import TestFolders
import Testing

/// What is demanded of all runs together, and the exit code that says so.
@Suite struct `Demands by command` {
    private let files: TemporaryFolder
    private var folder: String { files.path }

    init() throws { files = try TemporaryFolder() }

    private func client(_ script: String, _ name: String = "client") throws -> String {
        let path = "\(folder)/\(name)"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        return path
    }

    /// It is refused, and does not say why, so that it passes in a looser way.
    private static let silent = """
        curl -s --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/portals/self?f=json" >/dev/null; exit 1
        """

    @Test func `nothing judged is no pass`() async throws {
        let client = try client("exit 89")
        let done = try await Mockportal.run("run", "connect/private-anonymous", "--client", client)
        #expect(done.code == 2 && done.output.contains("nothing was judged"), "\(done.output)")
        let required = try await Mockportal.run(
            "run", "connect/private-anonymous", "--client", client, "--require", "1")
        #expect(required.code == 2 && required.errors.contains("at least 1 run had to be"), "\(required.errors)")
    }

    @Test func `a looser pass is a state of its own, and fails where strictness is asked`() async throws {
        let client = try client(Self.silent)
        let json = "\(folder)/report.json"
        let twin = ["run", "http/without", "--client", client, "--report", "json=\(json)"]
        let loose = try await Mockportal.run(twin + ["--require", "1"])
        try #require(loose.output.contains("≈ http/without"), "\(loose.output)")
        #expect(loose.code == 0)
        let xml = "\(folder)/report.xml"
        let strict = try await Mockportal.run(twin + ["--strict", "--report", "junit=\(xml)"])
        #expect(strict.code == 1 && strict.output.contains("in a documented looser way, which fails here"))
        let cases = try String(contentsOfFile: xml, encoding: .utf8)
        #expect(cases.contains("<failure type=\"loosely: outcome.no-reason\""), "\(cases)")
        #expect(cases.contains("name=\"verdict\" value=\"passedNonStrictly\""))
        #expect(try await Mockportal.run("judge", json).code == 0)
        #expect(try await Mockportal.run("judge", json, "--strict").code == 1)
        #expect(try await Mockportal.run("report", "merge", json).code == 0)
        #expect(try await Mockportal.run("report", "merge", json, "--strict").code == 1)
    }

    @Test func `an earlier report names what is no longer judged`() async throws {
        let client = try client(Self.silent)
        let json = "\(folder)/last.json"
        let before = try await Mockportal.run(
            "run", "http/without", "--client", client, "--report", "json=\(json)")
        try #require(before.code == 0, "\(before.output)")
        #expect(try await Mockportal.run("judge", json, "--compare", json, "--require", "1").code == 0)
        let now = try await Mockportal.run(
            "run", "http/without", "--client", try self.client("exit 89"), "--compare", json)
        #expect(now.code == 2 && now.errors.contains("was judged in \(json), and is not judged now"), "\(now.errors)")
        let other = try await Mockportal.run(
            "run", "connect/anonymous-general", "--client",
            try self.client(Self.silent.replacing("exit 1", with: "exit 0")), "--compare", json)
        #expect(other.code == 2 && other.errors.contains("and was not run now"), "\(other.errors)")
        let worse = try await Mockportal.run(
            "run", "http/without", "--client", try self.client("exit 0"), "--compare", json)
        #expect(worse.code == 1 && worse.errors.contains("passed in \(json), and fails now"), "\(worse.errors)")
    }

    @Test func `what is no report to compare with is told before anything runs`() async throws {
        let run = ["run", "connect/private-anonymous", "--compare"]
        let missing = try await Mockportal.run(run + ["\(folder)/none.json"])
        #expect(missing.code == 2 && missing.errors.contains("\(folder)/none.json") && missing.output.isEmpty)
        let texts: [(String, Int32, String)] = [
            ("nothing", 64, "is no report of mockportal"), ("{\"schema\": \"mockportal.list\"}", 64, "is no report"),
            (#"{"schema": "mockportal.report", "version": 1, "scenarios": []}"#, 2, "reports of version 1"),
        ]
        for (text, code, words) in texts {
            let file = "\(folder)/some.json"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let done = try await Mockportal.run(run + [file])
            #expect(done.code == code && done.errors.contains(words) && done.output.isEmpty, "\(done.errors)")
        }
        let none = try await Mockportal.run("run", "connect/private-anonymous", "--require", "0")
        #expect(none.code == 64 && none.errors.contains("--require 0: at least 1 is needed"))
    }
}
