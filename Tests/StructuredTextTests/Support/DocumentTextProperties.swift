import JSONValues
import StructuredText

/// What holds for the reader of documents, whatever bytes it is given; the fuzzer and the tests ask the same.
enum DocumentTextProperties {
    /// The first property that a text breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        for name in ["a.yaml", "a.json"] {
            let text = DocumentText(bytes, source: name)
            do {
                if let broken = violation(by: try text.value(), of: text, bytes) { return "\(name): \(broken)" }
            } catch {
                guard error.source == name, !error.problem.isEmpty else { return "\(name): an error without words" }
                guard let place = error.place else { continue }
                guard isPlace(place, in: bytes) else { return "\(name): an error at \(place), outside of the text" }
            }
        }
        return nil
    }

    private static func violation(by value: JSONValue, of text: DocumentText, _ bytes: [UInt8]) -> String? {
        let printed = value.bytes()
        guard (try? DocumentText(printed, source: "b.json").value()) == value else { return "prints as something else" }
        // libyaml takes a key of at most 1024 characters; escaped, one has six times as many.
        if longestKey(of: value) < 150, case .object = value {
            let yaml = "# YAML\n" + escaped(printed)
            guard (try? DocumentText(yaml, source: "b.yaml").value()) == value else { return "is another as YAML" }
        }
        for key in (value.object ?? [:]).keys.sorted().prefix(4) {
            guard let place = text.place(of: key) else { return "the key \(key) is nowhere" }
            guard isPlace(place, in: bytes) else { return "the key \(key) is at \(place), outside of the text" }
        }
        return nil
    }

    /// Whether a text can have a place; YAML has line ends that JSON has not (YAML 1.2.2 §5.4), and none is shorter than a byte.
    private static func isPlace(_ place: SourcePlace, in bytes: [UInt8]) -> Bool {
        (1...bytes.count + 2).contains(place.line) && (1...bytes.count + 2).contains(place.column)
    }

    /// The same JSON with nothing in its strings that YAML does not take as it stands (YAML 1.2.2 §5.1) or takes for a line end.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func longestKey(of value: JSONValue) -> Int {
        if let elements = value.array { return elements.map(longestKey).max() ?? 0 }
        guard let members = value.object else { return 0 }
        return members.map { max($0.key.unicodeScalars.count, longestKey(of: $0.value)) }.max() ?? 0
    }
}
