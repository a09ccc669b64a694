import Foundation
import JSONValues
import TestFolders
import Testing

/// Scenario files and blueprints that a command line names by their paths.
@Suite struct `Files of one's own` {
    static let scenario = """
        title: A public portal is loaded without a sign-in
        portal: { preset: anonymous }
        client:
          - connect: {}
        expect:
          events: [loaded]
          final: { status: loaded, user: none }
        """

    private static func makeFolder(_ name: String, in folder: TemporaryFolder) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }

    /// A folder with a scenario, the same as JSON without its title in a folder of its own, and a blueprint.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(scenario, as: "mine.yaml")
        try folder.write("preset: token\ntokens: { lifetime: 1m, maximum: 1m }\n", as: "portal.yaml")
        try makeFolder("more", in: folder)
        try makeFolder("empty", in: folder)
        try folder.write(
            """
            {"portal": {"preset": "anonymous"}, "client": [{"connect": {}}],
             "expect": {"events": ["loaded"], "final": {"status": "loaded", "user": "none"}}}
            """, as: "more/other.json")
        try folder.write(#"{"preset": "token"}"#, as: "more/portal.json")
        return folder
    }

    @Test(arguments: [
        (["./mine.yaml"], ["mine"]), (["mine.yaml"], ["mine"]), (["./more"], ["more/other"]),
        (["more/"], ["more/other"]), (["."], ["mine", "more/other"]),
        (["./mine.yaml", "mine.yaml", "./"], ["mine", "more/other"]), ([".//more/"], ["more/other"]),
        (
            ["./more/other.json", "mine.yaml", "connect/anonymous-general"],
            ["connect/anonymous-general", "mine", "more/other"]
        ),
    ])
    func `are listed by their paths, beside other selectors`(words: [String], ids: [String]) async throws {
        let folder = try Self.folder()
        let done = try await Mockportal.run(["list", "--json"] + words, folder: folder.path)
        #expect(done.code == 0, "\(done.errors)")
        let listed = try JSONValue(parsing: done.output).array?.compactMap { $0["id"]?.string } ?? []
        #expect(listed == ids)
    }

    @Test func `are run, and the line that runs them again works as it is printed`() async throws {
        let folder = try Self.folder()
        let wrong = Self.scenario.replacing("user: none", with: "user: alice")
        try folder.write(wrong, as: "it's wrong.yaml")
        let done = try await Mockportal.run("run", "./mine.yaml", "./it's wrong.yaml", folder: folder.path)
        #expect(done.code == 1, "\(done.errors)")
        let line = try #require(done.output.split(separator: "\n").first { $0.contains("rerun: ") })
        let command = try #require(line.split(separator: "rerun: mockportal ").last)
        #expect(command == #"run './it'\''s wrong.yaml' --explain"#)
        let again = try await Mockportal.run(
            ["-c", "\"$0\" \(command)", Mockportal.path], program: "/bin/sh", folder: folder.path)
        #expect(again.code == 1)
        #expect(again.output.contains("it's wrong"))
        let explained = try await Mockportal.run("explain", "./mine.yaml", folder: folder.path)
        #expect(explained.code == 0, "\(explained.errors)")
        #expect(explained.output.contains("mine: A public portal is loaded"))
    }

    @Test func `the line that runs a scenario again repeats what decides its verdict`() async throws {
        let folder = try Self.folder()
        try folder.write("exitCodes:\n  60: certificate-unknown-root\n", as: "reasons.yaml")
        let done = try await Mockportal.run(
            "run", "./mine.yaml", "--client", "false", "--reasons", "reasons.yaml", "--time-limit", "20",
            "--strict", folder: folder.path)
        #expect(done.code == 1, "\(done.errors)")
        #expect(
            done.output.contains(
                "rerun: mockportal run ./mine.yaml --client false --reasons reasons.yaml --time-limit 20.0 --strict "
                    + "--explain"),
            "\(done.output)")
    }

    @Test func `the line that runs a command again keeps the quotes that it was given with`() async throws {
        let folder = try Self.folder()
        try folder.write("exit 1\n", as: "it's mine.sh")
        func line(_ words: [String], program: String = Mockportal.path) async throws -> Substring {
            let done = try await Mockportal.run(words, program: program, folder: folder.path)
            #expect(done.code == 1, "\(done.errors)")
            let line = try #require(done.output.split(separator: "\n").first { $0.contains("rerun: ") })
            return try #require(line.split(separator: "rerun: mockportal ").last)
        }
        let command = try await line(["run", "./mine.yaml", "--client", #"sh "./it's mine.sh" --fault x"#])
        #expect(command == #"run ./mine.yaml --client 'sh "./it'\''s mine.sh" --fault x' --explain"#)
        #expect(try await line(["-c", "\"$0\" \(command)", Mockportal.path], program: "/bin/sh") == command)
    }

    @Test(arguments: [["./portal.yaml"], ["--scenario", "portal.yaml"], ["mine.yaml"], ["more/portal.json"]])
    func `are served by their paths`(words: [String]) async throws {
        let folder = try Self.folder()
        let line = words.map { $0.hasPrefix("--") ? $0 : folder.path + "/" + $0 }
        let status = try await Serving.run(line) { serving in
            #expect(serving.ready["scenario"]?.string == line.last)
            let answer = try await Curl.get(
                serving.url + "/sharing/rest/info?f=json", "--cacert", serving.caFile)
            #expect(try JSONValue(parsing: answer)["owningSystemUrl"] != nil, "\(answer)")
        }
        #expect(status == 0)
    }

    @Test func `a scenario of one's own judges what is served`() async throws {
        let folder = try Self.folder()
        let path = folder.path + "/mine.yaml"
        let status = try await Serving.run(path, "--judge") { serving in
            _ = try await Curl.get(serving.url + "/sharing/rest/portals/self?f=json", "--cacert", serving.caFile)
            let verdict = try JSONValue(
                parsing: try await Curl.get((serving.ready["controlURL"]?.string ?? "") + "/verdict"))
            #expect(
                verdict["requirements"]?.array?.contains { $0["id"]?.string?.hasSuffix("/mine") == true } == true,
                "\(verdict)")
        }
        #expect(status == 0)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var files: [String: String] = [:]
        let words: [String]
        let code: Int32
        let told: String
    }

    @Test(arguments: [
        Mistake(
            testDescription: "a file that is not there", words: ["run", "./gone.yaml"], code: 2,
            told: "./gone.yaml: No such file or directory"),
        Mistake(
            testDescription: "a blueprint that is not there", words: ["serve", "gone.json"], code: 2,
            told: "gone.json: No such file or directory"),
        Mistake(
            testDescription: "a folder without a scenario", words: ["run", "./empty"], code: 2,
            told: "./empty: holds no scenario"),
        Mistake(
            testDescription: "a folder to serve", words: ["serve", "./more"], code: 64,
            told: "./more: is a folder; name a file in it"),
        Mistake(
            testDescription: "a blueprint to run", words: ["run", "./portal.yaml"], code: 64,
            told:
                "./portal.yaml: is no scenario: it has neither client nor expect; a blueprint is served with mockportal serve "
                + "./portal.yaml"),
        Mistake(
            testDescription: "a profile to serve", files: ["profile.yaml": "rows: [C01]"],
            words: ["serve", "./profile.yaml"], code: 64, told: "./profile.yaml:1:1: rows: \"rows\" is not a known key"),
        Mistake(
            testDescription: "two things to serve", words: ["serve", "./portal.yaml", "--scenario", "pki"], code: 64,
            told: "one of them is needed, not both"),
        Mistake(
            testDescription: "an unknown step", files: ["bad.yaml": scenario.replacing("connect", with: "conect")],
            words: ["run", "./bad.yaml"], code: 64, told: "./bad.yaml:4:5: client[0].conect: "),
        Mistake(
            testDescription: "a wrong value of the portal",
            files: ["bad.yaml": scenario.replacing("anonymous }", with: "anonymous,\n    access: publik }")],
            words: ["run", "./bad.yaml"], code: 64, told: "./bad.yaml:3:13: portal.access: "),
        Mistake(
            testDescription: "an unknown preset",
            files: ["bad.yaml": scenario.replacing("anonymous", with: "anonymos")],
            words: ["list", "./bad.yaml"], code: 64, told: "./bad.yaml:2:19: portal.preset: there is no preset"),
        Mistake(
            testDescription: "no client", files: ["bad.yaml": "title: x\nexpect: {}"],
            words: ["explain", "./bad.yaml"],
            code: 64, told: "./bad.yaml:1:1: client: is missing"),
        Mistake(
            testDescription: "a wrong lifetime", files: ["bad.yaml": "preset: token\ntokens:\n  lifetime: 5"],
            words: ["serve", "./bad.yaml"], code: 64, told: "./bad.yaml:3:13: tokens.lifetime: 5 is not a duration"),
        Mistake(
            testDescription: "a service that is not there", files: ["bad.json": "{\"secured\":\n [\"Trafic\"]}"],
            words: ["serve", "./bad.json"], code: 64, told: "./bad.json:2:3: secured[0]"),
        Mistake(
            testDescription: "no JSON", files: ["bad.json": "{\"secured\":\n x}"], words: ["serve", "./bad.json"],
            code: 64, told: "./bad.json:2:2: is no JSON: unexpected \"x\""),
        Mistake(
            testDescription: "a reason that is none", files: ["reasons.yaml": "texts:\n  no: certificate-expird"],
            words: ["run", "C01", "--client", "false", "--reasons", "reasons.yaml"], code: 64,
            told: "reasons.yaml:2:7: texts.no: "),
        Mistake(
            testDescription: "an unknown known failure", files: ["known.txt": "# remark\nconnect/gone"],
            words: ["run", "C01", "--known-failing", "known.txt"], code: 64,
            told: "known.txt:2:1: there is no scenario connect/gone"),
    ])
    func `are refused with file, line and column`(mistake: Mistake) async throws {
        let folder = try Self.folder()
        for (name, text) in mistake.files { try folder.write(text, as: name) }
        let done = try await Mockportal.run(mistake.words, folder: folder.path)
        #expect(done.code == mistake.code, "\(done.output)\(done.errors)")
        #expect(done.errors.contains(mistake.told), "\(done.errors)")
    }

    @Test func `two files of one id are not run together`() async throws {
        let folder = try Self.folder()
        try folder.write(Self.scenario, as: "more/mine.yaml")
        let done = try await Mockportal.run(
            "run", "./mine.yaml", "../mine.yaml", folder: folder.path + "/more")
        #expect(done.code == 64)
        #expect(done.errors.contains("is called mine, as ./mine.yaml is"), "\(done.errors)")
    }

    @Test(arguments: ["list", "run"]) func `a pipe in a folder is not waited for`(command: String) async throws {
        let folder = try Self.folder()
        try #require(mkfifo(folder.path + "/more/a.yaml", 0o600) == 0)
        let done = try await Mockportal.run(command, "./more", folder: folder.path)
        #expect(done.code == 2)
        #expect(done.errors.contains("./more/a.yaml: cannot be read: it is no regular file"), "\(done.errors)")
    }

    @Test(arguments: ["list", "run"]) func `a link that leads out of a folder is not followed`(
        command: String
    ) async throws {
        let folder = try Self.folder()
        try folder.write("client: [$6$secret]\n", as: "other.yaml")
        let link = folder.path + "/more/a.yaml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../other.yaml")
        let done = try await Mockportal.run(command, "./more", folder: folder.path)
        #expect(done.code == 2)
        #expect(done.errors.contains("./more/a.yaml: leads by a link to "), "\(done.errors)")
        #expect(!(done.output + done.errors).contains("$6$"))
        // What is named is meant, and so is a link inside the folder that is named.
        try folder.write(Self.scenario, as: "other.yaml")
        for place in ["./more/a.yaml", "."] {
            let done = try await Mockportal.run("list", place, folder: folder.path)
            #expect(done.code == 0 && done.output.contains("more/a"), "\(done.output)\(done.errors)")
        }
    }

    @Test func `a pipe that is named is waited for`() async throws {
        let folder = try Self.folder()
        try #require(mkfifo(folder.path + "/pipe.yaml", 0o600) == 0)
        let done = try await Mockportal.run(
            ["-c", "cat mine.yaml > pipe.yaml & \"$0\" list --json ./pipe.yaml", Mockportal.path], program: "/bin/sh",
            folder: folder.path)
        #expect(done.code == 0 && done.output.contains("\"pipe\""), "\(done.output)\(done.errors)")
    }

    @Test func `a world of one's own may be YAML`() async throws {
        let folder = try Self.folder()
        try Self.makeFolder("world", in: folder)
        try folder.write("# A world.\nversion: [11]\n", as: "world/organizations.yaml")
        let done = try await Mockportal.run("serve", "./portal.yaml", "--port", "0", folder: folder.path)
        #expect(done.code == 64)
        #expect(
            done.errors.contains("Fixtures/world/organizations.yaml:2:1: version: "), "\(done.errors)"
        )
    }
}
