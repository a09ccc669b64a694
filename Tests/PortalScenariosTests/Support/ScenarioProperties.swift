import JSONValues
import PortalScenarios
import ScenarioFormat

/// What holds for the reader of scenario files, whatever text it is given; the fuzzer and the tests ask the same.
enum ScenarioProperties {
    /// The first property that a file breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(DocumentError) {
            let runs = try Scenario(parsing: text, id: "family/name", source: "family/name.yaml").runs()
            guard !runs.isEmpty else { return "a scenario without a run" }
            guard Set(runs.map(\.name)).count == runs.count else { return "two runs of one name" }
        } catch {
            // Byte by byte: a key that starts with an accent leans on what stands before it.
            guard error.description.utf8.starts(with: "family/name.yaml:".utf8) else {
                return "an error of another file"
            }
            if let place = error.place, place.line > bytes.count + 1 || place.column > bytes.count + 1 {
                return "an error outside of the file"
            }
            guard !error.problem.isEmpty else { return "an error without words" }
            guard error.description.utf8.count < 20_000 else { return "an error that is too long to read" }
        }
        return nil
    }
}
