import Foundation
import Testing

/// The parts of README and guides that `make goldens` writes.
@Suite(.serialized) struct ReadmeGoldens {
    @Test func `The coverage beside the scenarios is what the files say, and the guide has its sum`() async throws {
        let done = try await Mockportal.run("coverage", "--fixtures", GuidePage.root.path)
        #expect(done.code == 0, "\(done.errors)")
        try GuidePage(path: "Fixtures/scenarios/COVERAGE.md").check("\n" + done.output + "\n", within: "coverage")
        let sum = done.output.components(separatedBy: "\n\n").suffix(2).joined(separator: "\n\n")
        #expect(sum.contains("core rows by which a client can be judged") && !sum.contains("|"), "\(sum)")
        try GuidePage.guide("WritingScenarios").check("\n" + sum + "\n", within: "coverage")
    }

    @Test func `The presets in the guide are those that can be served`() async throws {
        let done = try await Mockportal.run("list", "--presets", "--fixtures", GuidePage.root.path)
        #expect(done.code == 0, "\(done.errors)")
        let rows = done.output.split(separator: "\n").map { line in
            let name = line.prefix { $0 != " " }
            return "| `\(name)` | \(line.dropFirst(name.count).drop { $0 == " " }) |"
        }
        let table = ["| preset | what a client meets |", "|---|---|"] + rows
        try GuidePage.guide("ServingAPortal").check(
            "\n" + table.joined(separator: "\n") + "\n\n", within: "presets")
    }

    @Test func `The rules and families in the guide are those of the catalogue`() throws {
        let folder = GuidePage.root.appendingPathComponent("Fixtures/catalogue")
        let rules = try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: folder.appendingPathComponent("rules.json")))
        let lines = (1...rules.count).map { "| R\($0) | \(rules["R\($0)"] ?? "missing") |" }
        try GuidePage.guide("RulesAndRows").check(
            "\n| rule | what a client must do |\n|---|---|\n" + lines.joined(separator: "\n") + "\n\n",
            within: "rules")

        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let families = try files.filter { $0.hasSuffix(".json") && $0 != "rules.json" }.map { file in
            let family = try JSONDecoder().decode(
                Family.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
            let last = try #require(family.rows.last?.id)
            return "| \(last.prefix(1))01–\(last) | \(family.family) | `Fixtures/catalogue/\(file)` |"
        }
        try GuidePage.guide("RulesAndRows").check(
            "\n| rows | family | file |\n|---|---|---|\n" + families.sorted().joined(separator: "\n") + "\n\n",
            within: "families")
    }

    /// A family of the catalogue.
    struct Family: Decodable {
        let family: String
        let rows: [Row]

        struct Row: Decodable {
            let id: String
        }
    }
}
