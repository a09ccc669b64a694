import ChildProcess
import Foundation
import TestFolders
import Testing

@Suite struct `Reports by command` {
    /// A Python program with its arguments in `sys.argv[1:]`.
    private func python(_ program: String, _ arguments: [String]) async throws -> String {
        let done = try await ChildProcess.run("python3", ["-c", program] + arguments, streams: .pipesForEach)
        guard done.status == 0 else {
            Issue.record("\(done.errors)")
            return ""
        }
        return done.output
    }

    @Test func `other people's programs read what shards and their merger write`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        for index in 0..<2 {
            let done = try await Mockportal.run(
                "run", "C07", "C04", "--shard", "\(index)/2", "--report", "json=\(path)/\(index).json")
            #expect(done.code == 0, "\(done.errors)")
        }
        let alone = try await Mockportal.run("report", "merge", "\(path)/1.json", "--complete")
        #expect(alone.code == 2 && alone.errors.contains("the part 0/2 is missing"))
        let merged = try await Mockportal.run(
            "report", "merge", "\(path)/0.json", "\(path)/1.json", "--complete", "--report", "json=\(path)/all.json",
            "--report", "junit=\(path)/all.xml", "--report", "html=\(path)/all.html")
        #expect(merged.code == 0 && merged.errors.isEmpty, "\(merged.errors)")
        let judged = try await Mockportal.run("judge", "\(path)/all.json")
        #expect(judged.code == 0, "\(judged.errors)")
        for (name, text) in [
            ("report", try await Mockportal.run("schema", "report").output),
            ("list", try await Mockportal.run("schema", "list").output),
            ("listed", try await Mockportal.run("list", "--json").output),
        ] { try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8) }
        let seen = try await python(
            #"""
            import hashlib, json, sys, xml.etree.ElementTree as tree
            import jsonschema, junitparser
            folder = sys.argv[1]
            load = lambda name: json.load(open(f"{folder}/{name}"))
            for schema, document in [("report", "0.json"), ("report", "all.json"), ("list", "listed")]:
                jsonschema.Draft202012Validator.check_schema(load(schema))
                jsonschema.Draft202012Validator(load(schema)).validate(load(document))
            broken = load("all.json"); del broken["scenarios"][0]["verdict"]
            assert not jsonschema.Draft202012Validator(load("report")).is_valid(broken)
            report, last = load("all.json"), "mockportal.report 2"
            for part in [report["header"], *report["twins"], *report["scenarios"]]:
                content = {name: value for name, value in part.items() if name != "digest"}
                last = hashlib.sha256((last + json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)).encode()).hexdigest()
                assert last == part["digest"]
            assert last == report["digest"]
            suites = junitparser.JUnitXml.fromfile(f"{folder}/all.xml")
            cases = tree.parse(f"{folder}/all.xml").getroot().findall("./testsuite/testcase")
            print(len(report["scenarios"]), sum(1 for suite in suites for case in suite), len(cases), suites.tests, suites.failures, suites.errors)
            """#, [path])
        let numbers = seen.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
        try #require(numbers.count == 6, "\(seen)")
        #expect(numbers[0] > 1 && Set(numbers[..<4]).count == 1 && numbers[4...] == [0, 0], "\(seen)")
        let header = try String(contentsOfFile: "\(path)/all.json", encoding: .utf8).prefix { $0 != "\n" }
        #expect(!header.contains(path) && !header.contains(ProcessInfo.processInfo.hostName))
    }

    /// The runs of a stored report by name, without what no two runs have in common.
    private func runs(_ file: String) throws -> [String: NSDictionary] {
        let report = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any]
        let runs = try #require(report?["scenarios"] as? [[String: Any]])
        let fleeting = ["digest", "durationMS", "evidence", "expectation", "twin"]
        return Dictionary(
            uniqueKeysWithValues: runs.map { run in
                (run["name"] as? String ?? "", run.filter { !fleeting.contains($0.key) } as NSDictionary)
            })
    }

    @Test func `four shards merge to the report of one run`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let whole = try await Mockportal.run("run", "connect", "http", "--report", "json=\(path)/whole.json")
        #expect(whole.code == 0, "\(whole.errors)")
        for index in 0..<4 {
            let done = try await Mockportal.run(
                "run", "connect", "http", "--shard", "\(index)/4", "--report", "json=\(path)/\(index).json")
            #expect(done.code == 0, "\(done.errors)")
        }
        // In whatever order the machines finish.
        let merged = try await Mockportal.run(
            ["report", "merge"] + [2, 0, 3, 1].map { "\(path)/\($0).json" }
                + ["--complete", "--report", "json=\(path)/all.json"])
        #expect(merged.code == 0, "\(merged.errors)")
        let (one, four) = (try runs(path + "/whole.json"), try runs(path + "/all.json"))
        #expect(one.count > 20 && one == four, "\(one.count) runs alone, \(four.count) in four parts")
        #expect(
            merged.output.split(separator: "\n").last?.hasPrefix("\(one.count) runs of") == true, "\(merged.output)")
    }

    @Test func `a changed report is not judged`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/report.json"
        let known = folder.path + "/known"
        try "connect/private-anonymous\n".write(toFile: known, atomically: true, encoding: .utf8)
        let run = try await Mockportal.run(
            "run", "connect/private-anonymous", "--known-failing", known, "--report", "json=\(file)")
        #expect(run.code == 2, "a known failure that passed")
        #expect(try await Mockportal.run("judge", file).code == 2)
        #expect(try await Mockportal.run("report", "merge", file).code == 2)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("\"verdict\":\"passed\"", with: "\"verdict\":\"failed\"", maxReplacements: 1)
            .write(toFile: file, atomically: true, encoding: .utf8)
        for command in [["judge", file], ["report", "merge", file]] {
            let done = try await Mockportal.run(command)
            #expect(done.code == 2 && done.output.isEmpty)
            #expect(
                done.errors.hasPrefix("mockportal: \(file): scenarios[0] (connect/private-anonymous"),
                "\(done.errors)")
        }
    }

    @Test func `a report of another version leaves nothing to judge, and what is no report is wrong usage`()
        async throws
    {
        let folder = try TemporaryFolder()
        let file = folder.path + "/report.json"
        let texts: [(text: String, code: Int32, words: String)] = [
            (
                #"{"schema": "mockportal.report", "version": 1, "scenarios": []}"#, 2,
                "reports of version 1 cannot be read by"
            ),
            (#"{"schema": "mockportal.list", "version": 1}"#, 64, "is no report of mockportal"),
        ]
        for (text, code, words) in texts {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            for command in [["judge", file], ["report", "merge", file]] {
                let done = try await Mockportal.run(command)
                #expect(done.code == code && done.output.isEmpty, "\(done.errors)")
                #expect(done.errors.contains(words), "\(done.errors)")
            }
        }
    }

    @Test func `a report that cannot be written is an error and leaves nothing`() async throws {
        let folder = try TemporaryFolder()
        for kind in ["json", "junit", "html"] {
            let done = try await Mockportal.run(
                "run", "connect/private-anonymous", "--report", "\(kind)=\(folder.path)/none/x")
            #expect(
                done.code == 2 && done.errors.contains("cannot write in the folder \(folder.path)/none/"),
                "\(done.errors)")
        }
        #if os(Linux)
            let full = try await Mockportal.run("run", "connect/private-anonymous", "--report", "html=/dev/full")
            #expect(full.code == 2 && full.errors.contains("/dev/full: No space left on device"), "\(full.errors)")
        #endif
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `GitHub is told where it asks`() async throws {
        let folder = try TemporaryFolder()
        let summary = folder.path + "/summary.md"
        try "# before\n".write(toFile: summary, atomically: true, encoding: .utf8)
        let arguments = ["run", "connect/private-member", "--client", "true"]
        let told = try await Mockportal.run(
            arguments, environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
        #expect(told.code == 1 && told.output.contains("\n::error title=connect/private-member"), "\(told.output)")
        let text = try String(contentsOfFile: summary, encoding: .utf8)
        #expect(text.hasPrefix("# before\n### mockportal: ") && text.contains("| connect/private-member"))
        let silent = try await Mockportal.run(arguments, environment: ["GITHUB_ACTIONS": ""])
        #expect(silent.code == 1 && !silent.output.contains("::error"))
    }
}
