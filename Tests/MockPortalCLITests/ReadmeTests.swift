import Foundation
import Subprocess
import TestFolders
import Testing

@Suite(.serialized) struct ReadmeGoldens {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let readme = root.appendingPathComponent("README.md")

    /// A fenced block of the README with the comment above it.
    struct Block {
        let language: String
        let remark: String
        let text: String
    }

    static func blocks() throws -> [Block] {
        var blocks: [Block] = []
        var remark = ""
        var open: (language: String, lines: [String])?
        for line in try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n") {
            if let (language, lines) = open {
                if line == "```" {
                    blocks.append(Block(language: language, remark: remark, text: lines.joined(separator: "\n")))
                    open = nil
                    remark = ""
                } else {
                    open = (language, lines + [line])
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            } else if line.hasPrefix("<!-- ") {
                remark = String(line.dropFirst(5).dropLast(4))
            }
        }
        return blocks
    }

    @Test func `Every command of the README is run, or the README says why it is not`() throws {
        let commands = try Self.blocks().filter { $0.language == "sh" }
        #expect(commands.count >= 6)
        for block in commands { #expect(block.remark == "run" || block.remark.hasPrefix("not run: "), "\(block.text)") }
    }

    @Test func `The commands of the README work in their order as they are printed`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let script = try Self.blocks().filter { $0.language == "sh" && $0.remark == "run" }.map(\.text).joined(
            separator: "\n")
        let done = try await Subprocess.run(
            .name("env"),
            arguments: Arguments([
                "-C", path,
                "PATH=" + URL(fileURLWithPath: Mockportal.path).deletingLastPathComponent().path + ":"
                    + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "bash", "-euo", "pipefail", "-c", script,
            ]), input: .none, output: .string(limit: 4 << 20), error: .string(limit: 1 << 20))
        #expect(done.terminationStatus == .exited(0), "\(done.standardError)\n\(done.standardOutput.suffix(2000))")
        #expect(done.standardOutput.contains("T12"))
        #expect(done.standardOutput.contains("member since"))
    }

    @Test func `The coverage beside the scenarios is what the files say, and the README has its sum`() async throws {
        let done = try await Mockportal.run("coverage", "--fixtures", Self.root.path)
        #expect(done.code == 0, "\(done.errors)")
        let table = Self.root.appendingPathComponent("Fixtures/scenarios/COVERAGE.md")
        try Self.check("\n" + done.output + "\n", within: "coverage", of: table)
        let sum = done.output.components(separatedBy: "\n\n").suffix(2).joined(separator: "\n\n")
        #expect(sum.contains("core rows by which a client can be judged") && !sum.contains("|"), "\(sum)")
        try Self.check("\n" + sum + "\n", within: "coverage")
    }

    @Test func `The presets in the README are those that can be served`() async throws {
        let done = try await Mockportal.run("list", "--presets", "--fixtures", Self.root.path)
        #expect(done.code == 0, "\(done.errors)")
        let rows = done.output.split(separator: "\n").map { line in
            let name = line.prefix { $0 != " " }
            return "| `\(name)` | \(line.dropFirst(name.count).drop { $0 == " " }) |"
        }
        let table = ["| preset | what a client meets |", "|---|---|"] + rows
        try Self.check("\n" + table.joined(separator: "\n") + "\n\n", within: "presets")
    }

    /// Compares a part of a file, by default the README, that is written by `make goldens`, or writes it.
    private static func check(_ wanted: String, within name: String, of file: URL = readme) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- \(name): begin; written by make goldens -->\n")?.upperBound)
        let stop = try #require(text.range(of: "<!-- \(name): end -->")?.lowerBound)
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            try Data((text[..<start] + wanted + text[stop...]).utf8).write(to: file)
        } else {
            #expect(
                text[start..<stop] == wanted,
                "the \(name) in \(file.lastPathComponent) are out of date; run: make goldens")
        }
    }

    @Test func `The Swift of the README is the code of a test that runs`() throws {
        let blocks = try Self.blocks().filter { $0.language == "swift" }
        let tests = [
            "Tests/MockPortalCLITests/ReadmeExampleTests.swift", "Tests/PortalClientTests/ReadmeExampleTests.swift",
            "Tests/PortalClientTests/ReadmeOAuthExampleTests.swift",
            "Tests/PortalClientTests/ReadmeMapExampleTests.swift",
        ]
        #expect(blocks.count == tests.count)
        for (block, test) in zip(blocks, tests) {
            let example = try String(contentsOf: Self.root.appendingPathComponent(test), encoding: .utf8)
            #expect(example.contains(block.text), "\(test)")
        }
    }
}
