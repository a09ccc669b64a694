import Foundation
import JSONValues
import TestFolders
import Testing

@Suite struct `serve --judge` {
    private struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let scenario: String
        var options: [String] = []
        /// What curl does besides trusting the authority; nil where no client comes.
        let curl: [String]?
        let code: Int32
        let verdict: String
        /// The decisive requirement and its state.
        let requirement: (String, String)
    }

    private static let cases = [
        Case(
            testDescription: "a client that refuses an expired certificate", scenario: "trust/expired", curl: [],
            code: 0, verdict: "passedNonStrictly", requirement: ("S11", "metLoosely")),
        Case(
            testDescription: "a client that verifies nothing", scenario: "trust/expired", curl: ["--insecure"], code: 1,
            verdict: "failed", requirement: ("certificates", "broken")),
        Case(
            testDescription: "a client whose user trusts the certificate", scenario: "self-signed",
            options: ["--granted"], curl: ["--insecure"], code: 0, verdict: "passed",
            requirement: ("certificates", "met")),
        Case(
            testDescription: "no client", scenario: "token", curl: nil, code: 2, verdict: "notJudged",
            requirement: ("secrets", "notExercised")),
    ]

    @Test(arguments: cases) private func `says how it went while it serves and at its end`(_ example: Case) async throws
    {
        let line = ["--scenario", example.scenario, "--judge"] + example.options
        let status = try await Serving.run(line) { serving in
            if let options = example.curl {
                let url = serving.url + "/sharing/rest/portals/self?f=json"
                // Whether it gets an answer is what is judged.
                let line = ["-sS", "--max-time", "120", "--cacert", serving.caFile] + options + [url]
                _ = try await Mockportal.run(line, program: "curl")
            }
            let answer = try await Curl.get((serving.ready["controlURL"]?.string ?? "") + "/verdict")
            let report = try JSONValue(parsing: answer)
            #expect(report["verdict"]?.string == example.verdict)
            let found = report["requirements"]?.array?.first { $0["id"]?.string == example.requirement.0 }
            #expect(found?["state"]?.string == example.requirement.1)
        }
        #expect(status == example.code)
    }

    @Test(arguments: ["trust/expired", "token"]) func `writes reports that are judged alike elsewhere`(
        scenario: String
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let reports = ["json", "html", "junit"].flatMap { ["--report", "\($0)=\(path)/session.\($0)"] }
        let status = try await Serving.run(["--scenario", scenario, "--judge"] + reports) { serving in
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty, "nothing is judged yet")
            let url = serving.url + "/sharing/rest/portals/self?f=json"
            let line = [
                "-sS", "--max-time", "120", "--cacert", serving.caFile, "--user", "alice:\(serving.password())", url,
            ]
            _ = try await Mockportal.run(line, program: "curl")
        }
        let texts = try ["json", "html", "junit"].map {
            try String(contentsOfFile: "\(path)/session.\($0)", encoding: .utf8)
        }
        for text in texts { #expect(text.contains(scenario)) }
        let report = try JSONValue(parsing: texts[0])
        #expect(report["scenarios"]?.array?.first?["client"] == "live")
        let again = try await Mockportal.run("judge", "\(path)/session.json")
        #expect(
            again.code == status && !again.errors.contains("by its evidence"),
            "\(status): \(again.output)\(again.errors)")
    }

    @Test func `has to be asked for`() async throws {
        _ = try await Serving.run { serving in
            let answer = try await Curl.get((serving.ready["controlURL"]?.string ?? "") + "/verdict")
            #expect(answer.contains("start it with --judge"))
        }
    }

    @Test func `is what --granted is about`() async throws {
        let done = try await Mockportal.run("serve", "--granted", "--port", "0")
        #expect(done.code == 64)
        #expect(done.errors.contains("--granted needs --judge"))
        let reported = try await Mockportal.run("serve", "--report", "json=/nowhere/r.json", "--port", "0")
        #expect(reported.code == 64)
        #expect(reported.errors.contains("--report needs --judge"))
    }
}
