import Foundation
import JSONValues
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import Testing

/// The contract's document, `Fixtures/clients/README.md`: every step and member stands there, and what it shows has been said.
@Suite struct `The contract of clients` {
    /// A sample: what is said in a scenario, in order; `…` stands for any text.
    private struct Sample {
        let scenario: String
        let isCommand: Bool
        var lines: [(isToClient: Bool, text: String)] = []
    }

    private static let page: String = {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/clients/README.md").standardizedFileURL
        return (try? String(contentsOf: place, encoding: .utf8)) ?? ""
    }()

    /// The blocks that begin with ```` ```dialogue <scenario> ```` or ```` ```tasks <scenario> ````.
    private static var samples: [Sample] {
        var samples: [Sample] = []
        var open: Sample?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                if let sample = open { samples.append(sample) }
                let words = line.dropFirst(3).split(separator: " ").map(String.init)
                let isSample = words.count == 2 && ["dialogue", "tasks"].contains(words[0])
                open = isSample ? Sample(scenario: words[1], isCommand: words[0] == "tasks") : nil
            } else if line.hasPrefix("→ ") || line.hasPrefix("← ") {
                open?.lines.append((line.hasPrefix("→"), String(line.dropFirst(2))))
            }
        }
        return samples
    }

    /// The rows of the table of steps: their names, and every word that stands in code marks.
    private static var rows: [(steps: [String], words: Set<String>)] {
        let table = page.components(separatedBy: "| step | members | what |\n").last ?? ""
        return table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }.dropFirst()
            .map { line in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                return (code(in: cells[1]), Set(code(in: String(line))))
            }
    }

    private static func code(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// Whether a line is what a sample shows.
    private static func isShown(_ line: String, by sample: String) -> Bool {
        var rest = line[...]
        for (index, part) in sample.components(separatedBy: "…").enumerated() where !part.isEmpty {
            guard let found = rest.range(of: part), index > 0 || found.lowerBound == rest.startIndex else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return rest.isEmpty || sample.hasSuffix("…")
    }

    @Test func `every step has its row and its sample`() {
        let named = Self.rows.flatMap(\.steps)
        #expect(Set(named) == Set(DialogueStep.allCases.map(\.rawValue)))
        #expect(named.count == Set(named).count)
        let shown = Self.samples.flatMap(\.lines).filter(\.isToClient).map(\.text).joined()
        for step in DialogueStep.allCases {
            #expect(shown.contains("\"step\":\"\(step.rawValue)\""), "no sample of \(step.rawValue)")
        }
    }

    /// What belongs to a credential or to every message stands beside the table.
    private static let shared: Set = [
        "id", "step", "now", "username", "password", "token", "tokenURL", "referer", "lifetimeMinutes", "kind", "realm",
    ]

    @Test(
        .enabled(if: RequestsClient.canRun, "needs python3 with requests: apt install python3-requests"))
    func `what the samples show was said, and nothing is said that has no name in the document`() async throws {
        let samples = Self.samples
        #expect(samples.count > 20)
        for isCommand in [false, true] {
            let shown = samples.filter { $0.isCommand == isCommand }
            let ids = Array(Set(shown.map(\.scenario))).sorted()
            let (_, said) = try await PlayerClient.play(ids, mode: isCommand ? .command : .steps)
            for sample in shown {
                // A scenario with variants is said once for each.
                let ways = Dictionary(grouping: said.filter { $0.scenario.plain == sample.scenario }, by: \.scenario)
                let gaps = ways.values.map { missing(in: $0, of: sample) }
                let gap = gaps.compactMap { $0 }.first ?? "anything at all"
                #expect(gaps.contains(nil), "\(sample.scenario): was not said: \(gap)")
            }
            let told = said.filter(\.isToClient).compactMap { try? JSONValue(parsing: $0.text) }
            for message in told.flatMap({ $0.array ?? [$0] }) { check(message) }
        }
    }

    /// The first line of a sample that was not said, in its order; nil where all were.
    private func missing(in said: [PlayerClient.Said], of sample: Sample) -> String? {
        var rest = said[...]
        for line in sample.lines {
            let found = rest.firstIndex { $0.isToClient == line.isToClient && Self.isShown($0.text, by: line.text) }
            guard let found else { return line.text }
            // Of answers that come side by side either may be the first.
            if line.isToClient { rest = rest[(found + 1)...] }
        }
        return nil
    }

    /// Each member of a message stands in its step's row.
    private func check(_ message: JSONValue) {
        guard let step = message["step"]?.string, let row = Self.rows.first(where: { $0.steps.contains(step) }) else {
            Issue.record("no row for \(message.text())")
            return
        }
        for key in (message.object ?? [:]).keys where !Self.shared.contains(key) {
            #expect(row.words.contains(key), "\(step) has no \(key) in its row")
        }
        for task in message["tasks"]?.array ?? [] { check(task) }
    }
}

extension String {
    /// A run's name without its variant.
    fileprivate var plain: String { String(prefix { $0 != "[" }) }
}
