import Foundation
import JSONValues
import TestFolders
import Testing

@Suite struct `Searches by hand` {
    @Test func `Items are a table, or a document, as the user may see them`() async throws {
        try await Serving.run("--scenario", "strict-organization") { serving in
            let base = ["--ca-file", serving.caFile, "--user", "alice", "--password-stdin"]
            let search = { (words: [String]) in
                try await Mockportal.run(["search", serving.url] + words + base, input: serving.password() + "\n")
            }
            let table = try await search(["Traffic", "--type", "Web Map"])
            #expect(table.code == 0, "\(table.errors)")
            let lines = table.output.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("id") == true && lines.last == "1 of 1", "\(table.output)")
            #expect(lines.contains { $0.hasPrefix("3a900000000000000000000000000002  Web Map  Traffic Today") })
            let all = try await search(["owner:alice", "--limit", "3", "--json"])
            let document = try JSONValue(parsing: all.output)
            #expect(document["results"]?.array?.count == 3 && (document["total"]?.integer ?? 0) > 3)
            #expect(document["results"]?.array?.allSatisfy { $0["owner"]?.string == "alice" } == true)
            let none = try await search(["title:nowhere"])
            #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("nothing was found"))
        }
    }

    @Test func `A long title pads no other row`() async throws {
        let folder = try TemporaryFolder()
        let title = String(repeating: "long ", count: 1000)
        let results: [JSONValue] = [title, "short"].map { ["id": "i1", "type": "Web Map", "title": .string($0)] }
        let answer: JSONValue = [
            "operation": "search", "contentType": "application/json",
            "body": ["total": 2, "start": 1, "num": 10, "nextStart": -1, "results": .array(results)],
        ]
        let portal: JSONValue = ["preset": "token", "answers": [answer]]
        let file = try folder.write(portal.text(), as: "portal.json")
        try await Serving.run("--scenario", file) { serving in
            let done = try await Mockportal.run(["search", serving.url, "x", "--ca-file", serving.caFile], input: "")
            #expect(done.code == 0, "\(done.errors)")
            let lines = done.output.split(separator: "\n")
            #expect(lines.count == 4 && lines.filter { $0.count > 300 }.count == 1, "\(done.output)")
        }
    }

    @Test func `Groups are those that are asked for, else those that the portal features`() async throws {
        try await Serving.run("--scenario", "token") { serving in
            let featured = try await Mockportal.run(["groups", serving.url, "--ca-file", serving.caFile], input: "")
            #expect(featured.code == 0 && featured.output.contains("Featured Maps  dana"), "\(featured.errors)")
            #expect(featured.output.hasSuffix("1 of 1\n"))
            let found = try await Mockportal.run(
                ["groups", serving.url, "owner:dana", "--json", "--ca-file", serving.caFile], input: "")
            let titles = try JSONValue(parsing: found.output)["results"]?.array?.compactMap { $0["title"]?.string }
            #expect(titles?.sorted() == ["City Basemaps", "Featured Maps"], "\(found.output)\(found.errors)")
        }
    }

    @Test(arguments: [
        ["search", "https://h.test", " "], ["groups", "https://h.test", ""],
        ["search", "https://h.test", "x", "--limit", "0"], ["item", "https://h.test", "../self"],
        ["webmap", "https://h.test", "12ab"],
        ["webmap", "https://h.test", "3a900000000000000000000000000001", "--bing-key", "k", "--bing-key-file", "f"],
    ])
    func `What cannot be meant is wrong usage, and nothing is asked`(words: [String]) async throws {
        let done = try await Mockportal.run(words, input: "")
        #expect(done.code == 64 && done.output.isEmpty, "\(done.errors)")
        if words[0] == "item" || words.last == "12ab" {
            #expect(done.errors.contains("32 hexadecimal digits"), "\(done.errors)")
        }
    }

    @Test func `A portal is shown with its basemap and what it features`() async throws {
        try await Serving.run("--scenario", "organization") { serving in
            let done = try await Mockportal.run(["connect", serving.url, "--ca-file", serving.caFile], input: "")
            #expect(done.output.contains("City Streets") && done.output.contains("title:\"Featured Maps\""))
            #expect(done.output.contains("id:b0a70000000000000000000000000002"), "\(done.output)")
        }
    }

    @Test func `The key for Bing Maps that is given is used, and shown nowhere`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a-key-for-bing\n", as: "key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try await Serving.run("--scenario", "token") { serving in
            for words in [["--bing-key", "a-key-for-bing"], ["--bing-key-file", file]] {
                let done = try await Mockportal.run(
                    ["webmap", serving.url, "3a900000000000000000000000000005", "--ca-file", serving.caFile] + words,
                    input: "")
                #expect(!done.output.contains("key for Bing") && done.output.contains("Bing"), "\(done.output)")
                #expect(!(done.output + done.errors).contains("a-key-for-bing"))
            }
        }
    }

    @Test(arguments: [("self-signed", true), ("expired", false), ("wrong-host", false)])
    func `An exception is advised only where it can help`(scenario: String, helps: Bool) async throws {
        try await Serving.run("--scenario", scenario) { serving in
            let done = try await Mockportal.run(["connect", serving.url], input: "")
            #expect(done.code == 1)
            #expect(done.errors.contains("to trust it: ") == helps, "\(done.errors)")
            #expect(done.errors.contains("neither --trust nor --ca-file") != helps, "\(done.errors)")
        }
    }

    @Test func `The card of a certificate shows its serial number`() async throws {
        try await Serving.run("--scenario", "self-signed") { serving in
            let terminal = try PseudoTerminal(["connect", serving.url])
            try await terminal.expect("serial")
            try await terminal.expect("Trust it")
            try terminal.type("no")
            #expect(await terminal.end() == 1, "\(terminal.shown)")
        }
    }
}
