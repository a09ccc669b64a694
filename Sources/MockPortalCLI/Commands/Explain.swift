import ArgumentParser
import FixtureFiles
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports

/// `mockportal explain`: one scenario in full, or what a finding means.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a scenario, or the code of a finding.",
        discussion: """
            Of a scenario it prints what is asked for, on what grounds, and how it is judged; where a command can be \
            asked to do it (run --client), also what is expected of that, and all that is loosened, with its reason. Of a code, as \
            wire.order, what it means, what to do about it, and the document that says so. A family of codes, as \
            refused, prints all of them; a dot behind it (oauth.) sets it apart from scenarios of that name.

            Examples:
              mockportal explain T12
              mockportal explain ./mine.yaml
              mockportal explain refused.token-referer
              mockportal explain refused
            """)

    @Argument(
        help: ArgumentHelp(
            "A scenario id, or anything else that selects scenarios; or the code of a finding.", valueName: "id"),
        completion: CompletionWords.explained)
    var id: String

    @OptionGroup var fixtures: FixtureOptions

    func run() throws {
        let guides = FindingGuide.entries(named: id)
        if id.contains("."), !guides.isEmpty { return Self.say(guides) }
        let tree = try fixtures.tree()
        try CommandFailure.documents { () throws(DocumentError) in
            let library = try OwnFiles.library([id], fixtures: tree)
            let scenarios: [Scenario]
            do throws(DocumentError) {
                scenarios = try library.selected(by: [id])
            } catch {
                guard guides.isEmpty else { return Self.say(guides) }
                throw Self.told(error)
            }
            let texts = scenarios.map { library.explanation(of: $0) { $0.foreignLines } }
            Console.say(lines: Array(texts.joined(separator: [""])))
            guard !guides.isEmpty else { return }
            Console.say(lines: ["", "Findings of that name: mockportal explain \(guides[0].family)."])
        }
    }

    private static func say(_ guides: [FindingGuide]) {
        Console.say(lines: Array(guides.map(\.textLines).joined(separator: [""])))
    }

    /// The error for a word that means neither a scenario nor a code, with the families of codes.
    private static func told(_ error: DocumentError) -> DocumentError {
        DocumentError(
            error.code, source: error.source, keyPath: error.keyPath,
            problem: error.problem + "; nor is it the code of a finding: those begin with "
                + families.joined(separator: ", "))
    }

    /// The families of codes, each once.
    private static var families: [String] {
        FindingGuide.all.map(\.family).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
