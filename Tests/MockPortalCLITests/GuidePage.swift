import Foundation
import Testing

/// The README, a guide or a page for contributors, with its fenced blocks.
struct GuidePage: CustomTestStringConvertible, Sendable {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let readme = GuidePage(path: "README.md")

    /// The README, the pages of every catalog below `Sources` and those in `.github`.
    static let all = [readme] + pages

    /// Its path in the repository.
    let path: String
    var testDescription: String { path }
    var file: URL { Self.root.appendingPathComponent(path) }

    /// A guide for users by the name of its file.
    static func guide(_ name: String) -> GuidePage {
        GuidePage(path: "Sources/MockPortalCLI/MockPortal.docc/\(name).md")
    }

    /// A fenced block with the comment above it.
    struct Block {
        let language: String
        let remark: String
        let text: String
        var isCommand: Bool { language == "sh" }
        var isRun: Bool { isCommand && remark == "run" }
    }

    func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

    func blocks() throws -> [Block] {
        var blocks: [Block] = []
        var remark = ""
        var open: (language: String, lines: [String])?
        for indented in try text().components(separatedBy: "\n") {
            // A block in a list is indented.
            let line = open == nil ? String(indented.drop { $0 == " " }) : indented
            if let (language, lines) = open {
                if line.drop(while: { $0 == " " }) == "```" {
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

    /// Compares a part of the page that is written by `make goldens`, or writes it.
    func check(_ wanted: String, within name: String) throws {
        let text = try text()
        let start = try #require(text.range(of: "<!-- \(name): begin; written by make goldens -->\n")?.upperBound)
        let stop = try #require(text.range(of: "<!-- \(name): end -->")?.lowerBound)
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            try Data((text[..<start] + wanted + text[stop...]).utf8).write(to: file)
        } else {
            #expect(text[start..<stop] == wanted, "the \(name) in \(path) are out of date; run: make goldens")
        }
    }

    private static let pages: [GuidePage] = {
        let sources = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
        let guides = (sources?.allObjects as? [String] ?? []).filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        let folder = root.appendingPathComponent(".github").path
        let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".md")
        }
        return (guides.map { "Sources/" + $0 } + others.map { ".github/" + $0 }).sorted().map(GuidePage.init)
    }()
}
