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
        abstract: "Explain a scenario, a rule, a reason, or the code of a finding.",
        discussion: """
            Of a scenario it prints what is asked for, on what grounds, and how it is judged; where a command can be \
            asked to do it (run --client), also what is expected of that, and all that is loosened, with its reason. Of a code, as \
            wire.order, what it means, what to do about it, and the document that says so. A family of codes, as \
            refused, prints all of them; a dot behind it (oauth.) sets it apart from scenarios of that name. Of a \
            rule, as R4, it prints the text and the rows that rest on it; of a reason, as certificate-expired, the \
            scenarios that end with it.

            Examples:
              mockportal explain T12
              mockportal explain ./mine.yaml
              mockportal explain refused.token-referer
              mockportal explain refused
              mockportal explain R4
              mockportal explain certificate-expired
            """)

    @Argument(
        help: ArgumentHelp(
            "A scenario id, or anything else that selects scenarios; a rule, a reason, or the code of a finding.",
            valueName: "id"),
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
                if let lines = Self.rule(id, library) ?? Self.reason(id, library) {
                    return Console.say(lines: lines)
                }
                throw Self.told(error, id)
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

    /// A rule with the rows that rest on it; nil where there is none of that name.
    private static func rule(_ id: String, _ library: ScenarioLibrary) -> [String]? {
        let catalogue = library.catalogue
        guard let text = catalogue.rules[id.uppercased()] else { return nil }
        let rows = catalogue.rows.filter { $0.rules.contains(id.uppercased()) }.map(\.id).sorted()
        return ["\(id.uppercased())            \(text)", "rows          \(rows.joined(separator: ", "))"]
            + (rows.first.map { ["more          mockportal explain \($0)"] } ?? [])
    }

    /// A reason of the vocabulary with the scenarios that end with it; nil where it is none.
    private static func reason(_ word: String, _ library: ScenarioLibrary) -> [String]? {
        guard Reason(rawValue: word) != nil else { return nil }
        let found = library.scenarios.filter { scenario in
            [scenario.expectationText, scenario.foreign?.text() ?? "", scenario.variantText]
                .contains { $0.contains("\"\(word)\"") || $0.contains("(\(word))") || $0.contains(" \(word)") }
        }.map(\.id)
        let shown = found.prefix(8).joined(separator: ", ") + (found.count > 8 ? ", … (\(found.count) in all)" : "")
        return [
            "\(word) is a reason: a client that is refused prints {\"outcome\": \"refused\", \"reason\": \"\(word)\"}",
            "or maps its own words to it by --reasons.",
            "scenarios     \(found.isEmpty ? "none" : shown)",
        ]
    }

    /// The error for a word that means neither a scenario nor a code, with the nearest code or the families of codes.
    private static func told(_ error: DocumentError, _ word: String) -> DocumentError {
        let codes = FindingGuide.all.map(\.code) + families
        if word.contains("."), let near = NearestName.to(word, among: codes) {
            return DocumentError(
                error.code, source: error.source, keyPath: error.keyPath,
                problem: "is no code of a finding; did you mean \(near)?")
        }
        if let reason = NearestName.to(word, among: Reason.allCases.map(\.rawValue)), word.contains("-") {
            return DocumentError(
                error.code, source: error.source, keyPath: error.keyPath,
                problem: error.problem + "; of the reasons the nearest is \(reason)")
        }
        return told(error)
    }

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
