import Foundation
import JSONValues
import TestFolders
import Testing

@Suite struct `Goldens of a portal of one's own` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mockportal(_ arguments: String...) async throws -> Mockportal {
        try await Mockportal.run(arguments, folder: folder.path)
    }

    @Test func `what init lays down runs by the commands that it prints`() async throws {
        let made = try await mockportal("init", "my portal")
        #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
        let commands = made.output.split(separator: "\n").filter { $0.hasPrefix("  mockportal ") }.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(commands.count == 3)
        let script = """
            set -e
            mockportal() { "\(Mockportal.path)" "$@"; }
            \(commands[0])
            \(commands[2])
            \(commands[1]) --port 0 --exit-with-parent --ready-file ready.json > serve.log &
            until [ -s ready.json ]; do :; done
            grep -q '"rosa"' ready.json
            kill $!
            """
        let file = try folder.write(script, as: "try.sh")
        let done = try await Mockportal.run([file], program: "/bin/sh", folder: folder.path)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.contains("no mistakes: 1 preset, 5 files of the world, 1 scenario"))
        #expect(done.output.contains("1 run of 1 scenario, 1 passed"))
    }

    @Test func `init keeps out of a folder that is not empty`() async throws {
        try folder.write("mine", as: "notes.txt")
        let done = try await mockportal("init", ".")
        #expect(done.code == 64 && done.output.isEmpty)
        #expect(
            done.errors == "mockportal: . is not empty: it holds notes.txt. Name a new folder, or an empty one.\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.txt"])
    }

    @Test func `a pipe in the place of a document is told as what it is`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        try #require(mkfifo(folder.path + "/p/presets/pipe.yaml", 0o600) == 0)
        let words = "p/presets/pipe.yaml: cannot be read: it is no regular file"
        let checked = try await mockportal("check", "p")
        #expect(checked.code == 1 && checked.output.contains(words), "\(checked.output)\(checked.errors)")
        let listed = try await mockportal("list", "--presets", "--world", "p")
        #expect(listed.code == 2 && listed.errors.contains(words), "\(listed.output)\(listed.errors)")
    }

    @Test func `the first line of each file names a schema that lies beside it`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let root = folder.path + "/p"
        var count = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.hasSuffix(".yaml") {
            let text = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
            let line = text.prefix { $0 != "\n" }
            let start = "# yaml-language-server: $schema="
            #expect(line.hasPrefix(start), "\(name)")
            let schema = (root as NSString).appendingPathComponent(name) as NSString
            let path = schema.deletingLastPathComponent + "/" + line.dropFirst(start.count)
            let document = try JSONValue(parsing: String(contentsOfFile: path, encoding: .utf8))
            #expect(document["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
            count += 1
        }
        #expect(count == 6)
    }

    @Test func `check tells all mistakes at once, each with its place`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        func change(_ name: String, _ old: String, _ new: String) throws {
            let path = "\(folder.path)/p/\(name)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try #require(text.contains(old), "\(name)")
            try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        }
        try change("presets/my-portal.yaml", "lifetime: 60m\n  referer: strict", "lifetime: 60\n  referer: stict")
        try change("presets/my-portal.yaml", "secured: [Trees]", "secured: [Treees]")
        try change("world/items.yaml", "    groups: [7ee50000000000000000000000000001]", "    owner: rosa")
        try change("world/items.yaml", "rest/services/Roads/MapServer", "rest/services/Raods/MapServer")
        try change("world/users.yaml", "fullName: Viktor", "fulName: Viktor")
        try change("world/items.yaml", "access: shared", "acess: shared")
        try change("world/services/Trees.yaml", "alias: Species, length: 40", "type: esriFieldTypeStrng")
        try change("scenarios/trees.yaml", "carrier=query", "query.token=*")
        try change("scenarios/trees.yaml", "connect: { as: rosa }", "connect: { as: rsoa, ap: legacy }")
        try change("scenarios/trees.yaml", "query: { service: Trees", "query: { service: Tress")
        try change("scenarios/trees.yaml", "GET Trees/query", "GET Trees/qeury")
        try change("scenarios/trees.yaml", "preset: my-portal", "preset: my-potral")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/p/certs", withIntermediateDirectories: true)
        try folder.write(#"{"about": "x", "issuer": "caa", "valdity": {}}"#, as: "p/certs/odd.json")
        try folder.write("users: [", as: "p/world/accounts.yaml")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/p/scenario", withIntermediateDirectories: true)
        let done = try await mockportal("check", "p")
        #expect(done.code == 1 && done.errors.isEmpty, "\(done.errors)")
        try Golden.check(done.output, against: "check-mistakes")
        let json = try await mockportal("check", "p", "--json")
        let mistakes = try #require(try JSONValue(parsing: json.output).array)
        #expect(json.code == 1 && mistakes.count == done.output.split(separator: "\n").count - 1)
        let user = mistakes.first { $0["keyPath"] == "client[0].connect.as" }
        #expect(user?["file"] == "p/scenarios/trees.yaml" && user?["suggestion"] == "rosa")
        #expect(user?["line"]?.integer ?? 0 > 1 && user?["column"]?.integer ?? 0 > 1)
    }

    @Test func `check tells links that lead to no file`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let links = [
            ("presets/dangling.yaml", "nowhere"), ("presets/self.yaml", "self.yaml"),
            ("presets/mine.yaml", "my-portal.yaml"),
            ("world/files/pictures", "../gone"),
        ]
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/p/world/files", withIntermediateDirectories: true)
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/p/\(name)", withDestinationPath: target)
        }
        let done = try await mockportal("check", "p")
        #expect(done.code == 1 && done.errors.isEmpty, "\(done.errors)")
        #expect(
            done.output == """
                p/presets/dangling.yaml: the link to "nowhere" leads nowhere, and no file is read
                p/presets/self.yaml: the link to "self.yaml" leads back to itself, and no file is read
                p/world/files/pictures: the link to "../gone" leads nowhere, and no file is read
                3 mistakes in 3 files

                """)
    }

    @Test func `no command quotes a file to which a link leads out of the folder`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let secret = try folder.write("root:$6$secret\ndaemon:$6$other\n", as: "shadow")
        let place = "p/presets/my-portal.yaml"
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(place)")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(place)", withDestinationPath: secret)
        let words = "\(place): leads by a link to "
        let checked = try await mockportal("check", "p")
        #expect(checked.code == 1 && checked.output.contains(words), "\(checked.output)")
        #expect(checked.output.contains("/shadow, which is not in p, and is not read; put a copy there\n"))
        let served = try await mockportal("serve", "--world", "p", "--port", "0")
        #expect(served.code == 2 && served.errors.contains(words), "\(served.errors)")
        for done in [checked, served] { #expect(!(done.output + done.errors).contains("$6$")) }
    }

    #if os(Linux)
        // macOS lets no such name be made.
        @Test func `check and a list tell names that are in no encoding`() async throws {
            #expect(try await mockportal("init", "p").code == 0)
            for place in ["presets/bad", "scenarios/bad"] {
                let path = Array("\(folder.path)/p/\(place)".utf8CString.dropLast()) + [-1] + ".yaml".utf8CString
                close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            }
            let done = try await mockportal("check", "p")
            #expect(done.code == 1)
            for place in ["presets", "scenarios"] {
                let words = "p/\(place)/bad\u{FFFD}.yaml: its name is not UTF-8, and it is not read; rename it"
                #expect((done.output + done.errors).contains(words), "\(done.output)\(done.errors)")
            }
            let listed = try await mockportal("list", "--world", "p")
            #expect(listed.code != 0 && listed.errors.contains("is not UTF-8"), "\(listed.errors)")
        }
    #endif

    @Test func `check tells a document that hides another, and nothing else begins`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        try folder.write("items: []\n", as: "p/world/items.yml")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/p/world/users.json", withIntermediateDirectories: true)
        let hidden =
            "p/world/items.yml: p/world/items.yaml has the same name, and only one of both can be read; remove one\n"
        let done = try await mockportal("check", "p")
        #expect(done.code == 1 && done.errors.isEmpty, "\(done.errors)")
        #expect(
            done.output
                == hidden + "p/world/users.json: is a folder, and a document is a file\n2 mistakes in 2 files\n")
        let served = try await mockportal("serve", "--world", "p")
        #expect(served.code == 2 && served.errors == "mockportal: " + hidden, "\(served.errors)")
    }

    @Test func `a mistake stops what needs it, and names the command that tells all`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        try folder.write(
            "client:\n  - conect: {}\nexpect: { final: { status: loaded } }\n", as: "p/scenarios/other.yaml")
        try folder.write("titel: A\nclient: []\nexpect: {}\n", as: "p/scenarios/odd.yaml")
        let trees = try await mockportal("run", "--world", "p", "trees")
        #expect(trees.code == 0 && trees.output.contains("1 run of 1 scenario, 1 passed"), "\(trees.errors)")
        for words in [["odd"], [], ["tag:own"], ["trees", "odd"]] {
            let done = try await Mockportal.run(["run", "--world", "p"] + words, folder: folder.path)
            #expect(done.code == 64 && done.errors.contains("p/scenarios/odd.yaml:1:1: titel"), "\(done.errors)")
            #expect(done.errors.contains("All mistakes: mockportal check p"), "\(done.errors)")
        }
        try folder.write("users:\n  - profil: { username: rosa }\n", as: "p/world/users.yaml")
        let served = try await mockportal("serve", "--world", "p", "--port", "0")
        #expect(served.code == 64 && served.errors.contains("All mistakes: mockportal check p"), "\(served.errors)")
    }

    @Test func `a condition that the layer refuses is found before anything runs`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let path = "\(folder.path)/p/scenarios/trees.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("HEIGHT > 10", with: "HIGHT > 10").write(toFile: path, atomically: true, encoding: .utf8)
        let done = try await mockportal("check", "p")
        #expect(done.code == 1 && done.output.contains("client[1].query.where: the layer refuses"), "\(done.output)")
        #expect(done.output.contains("HIGHT"), "\(done.output)")
    }

    @Test func `a token that nothing hands out is found before anything runs`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let path = "\(folder.path)/p/scenarios/trees.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing("GET Trees/query +token#1 ->", with: "GET Trees/query +token#9 ->")
        try #require(changed != text)
        try changed.write(toFile: path, atomically: true, encoding: .utf8)
        let done = try await mockportal("check", "p")
        #expect(done.code == 1 && done.output.contains("expect.wire[3]: nothing hands out token#9"), "\(done.output)")
    }

    @Test(arguments: [
        ("\"HEIGHT\": 14.0}", "\"HEIGHT\": 14.0]", "trees.geojson:5:81: "),
        ("-117.1948", "\"west\"", "trees.geojson:5:"),
        ("\"id\": 3", "\"id\": 1", "trees.geojson:6:"),
    ])
    func `a mistake in the data is told at its line, without what follows from it`(
        old: String, new: String, told: String
    ) async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let path = "\(folder.path)/p/world/services/trees.geojson"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        let done = try await mockportal("check", "p")
        #expect(done.code == 1 && done.output.contains("p/world/services/" + told), "\(done.output)")
        #expect(done.output.contains("1 mistake in 1 file"), "\(done.output)")
    }

    @Test func `the only preset of the folder is served where none is named`() async throws {
        #expect(try await mockportal("init", "p").code == 0)
        let script = """
            mockportal() { "\(Mockportal.path)" "$@"; }
            mockportal serve --world p --port 0 --exit-with-parent --ready-file ready.json > serve.log 2> errors.log &
            until [ -s ready.json ] && grep -q pretends serve.log; do :; done
            kill $!
            wait $!
            cat serve.log
            """
        let done = try await Mockportal.run(
            [try folder.write(script, as: "try.sh")], program: "/bin/sh", folder: folder.path)
        #expect(done.output.contains("mockportal pretends to be my-portal"), "\(done.output)\(done.errors)")
    }

    @Test func `a folder that is not there leaves nothing to check`() async throws {
        let done = try await mockportal("check", "none")
        #expect(done.code == 2 && done.errors.contains("mockportal init none makes one"), "\(done.errors)")
        let run = try await mockportal("run", "--world", "none")
        #expect(run.code == 2 && run.errors.contains("none: there is no such folder"), "\(run.errors)")
    }
}
