import ChildProcess
import Foundation
import JSONValues
import TestFolders
import Testing

/// `--ready-file` takes the place of nothing but what an earlier portal left, and removes only what it wrote.
@Suite struct `Ready files` {
    private func refused(_ path: String) async throws -> String {
        let done = try await Mockportal.run("serve", "--port", "0", "--ready-file", path)
        #expect(done.code == 2 && done.output.isEmpty, "\(done.output)")
        #expect(done.errors.split(separator: "\n").count == 1)
        #expect(done.errors.contains("--ready-file \(path)"), "\(done.errors)")
        return done.errors
    }

    @Test func `a link, a pipe, a folder, a device and another file are refused and stay`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let other = try folder.write("{\"pid\": 1}", as: "other.json")
        try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: other)
        try FileManager.default.createSymbolicLink(atPath: path + "/dangling", withDestinationPath: path + "/nothing")
        try #require(mkfifo(path + "/pipe", 0o600) == 0)
        #expect(try await refused(path + "/link").contains("is a symbolic link"))
        #expect(try await refused(path + "/dangling").contains("is a symbolic link"))
        #expect(try await refused(path + "/pipe").contains("is a pipe"))
        #expect(try await refused(path).contains("is a folder"))
        #expect(try await refused("/dev/null").contains("is a device"))
        #expect(try await refused(other).contains("holds something else than an earlier portal wrote"))
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "{\"pid\": 1}")
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.sorted() == ["dangling", "link", "other.json", "pipe"])
    }

    @Test func `a folder that is not there is told before a portal starts`() async throws {
        let done = try await Mockportal.run("serve", "--port", "0", "--ready-file", "/nowhere/at/all.json")
        #expect(done.code == 2 && done.errors.contains("/nowhere/at/"), "\(done.errors)")
    }

    private static let nonce = String(repeating: "0a", count: 16)
    /// What stands in the file: nothing, the object of a portal, and that of a realm.
    private static let leftovers = [
        "",
        "{\"pid\": 1, \"nonce\": \"\(nonce)\", \"scenario\": \"token\", \"url\": \"https://localhost:1/portal\"}\n",
        "{\"pid\": 1, \"nonce\": \"\(nonce)\", \"realm\": \"MOCK.TEST\", \"kdc\": \"127.0.0.1:1\"}\n",
    ]

    @Test(arguments: leftovers)
    func `what an earlier portal or realm left, or mktemp made, is replaced, and removed in the end`(
        left: String
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        _ = try folder.write(left, as: "ready.json", mode: 0o644)
        try await Serving.run("--ready-file", path) { serving in
            let kept = try JSONValue(parsing: try String(contentsOfFile: path, encoding: .utf8))
            #expect(kept == serving.ready)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `the same file with something else in it stays, and that is told`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        let portal = try ChildProcess(
            Mockportal.path, ["serve", "--json", "--port", "0", "--ready-file", path], streams: .pipesForEach)
        portal.closeInput()
        async let errors = portal.readErrors()
        _ = try #require(await portal.nextLine())
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("mine".utf8))
        try file.close()
        let written = try String(contentsOfFile: path, encoding: .utf8)
        portal.send(SIGTERM)
        _ = await portal.readToEnd()
        #expect(await portal.wait() == 0)
        #expect(await errors == "mockportal: --ready-file \(path) stays: something else was written into it\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == written && written.hasPrefix("mine"))
    }

    @Test func `what stands there by the end and is another file stays`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        try await Serving.run("--ready-file", path) { _ in
            try FileManager.default.removeItem(atPath: path)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }
}
