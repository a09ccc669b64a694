import Foundation
import TestFolders
import Testing

/// A command of a client that holds the value of a variable which is passed to it.
@Suite struct `Secrets in a client's command` {
    private static let token = "tok-7f3a9b2c4d5e6f70"

    private static func mockportal(_ words: [String], in folder: TemporaryFolder) async throws -> Mockportal {
        try await Mockportal.run(words, environment: ["MY_TOKEN": token], folder: folder.path)
    }

    @Test func `are printed and written nowhere, and the line that runs it again is complete`() async throws {
        let folder = try TemporaryFolder()
        let done = try await Self.mockportal(
            [
                "run", "connect/anonymous-general", "--client", "false --key \(Self.token)", "--client-env", "MY_TOKEN",
                "--report", "json=a.json", "--report", "junit=a.xml", "--report", "html=a.html",
            ], in: folder)
        #expect(done.code == 1, "\(done.errors)")
        var texts = [done.output, done.errors]
        for name in ["a.json", "a.xml", "a.html"] {
            texts.append(try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8))
        }
        for text in texts { #expect(!text.contains(Self.token)) }
        let line = try #require(done.output.split(separator: "\n").first { $0.contains("rerun: ") })
        let command = try #require(line.split(separator: "rerun: mockportal ").last)
        #expect(command.contains(#"--client 'false --key '"$MY_TOKEN" --client-env MY_TOKEN"#), "\(command)")
        let again = try await Mockportal.run(
            ["-c", "\"$0\" \(command)", Mockportal.path], program: "/bin/sh", environment: ["MY_TOKEN": Self.token],
            folder: folder.path)
        #expect(again.code == 1 && again.output.contains(String(command)), "\(again.output)\(again.errors)")
    }

    @Test func `stand in no error about the command`() async throws {
        let words = ["run", "C01", "--client", "./client '\(Self.token)", "--client-env", "MY_TOKEN"]
        let done = try await Self.mockportal(words, in: try TemporaryFolder())
        #expect(done.code == 64 && !done.errors.contains(Self.token), "\(done.errors)")
        let told = "--client ./client 'redacted-variable-MY-TOKEN: the quotation mark"
        #expect(done.errors.contains(told), "\(done.errors)")
    }
}
