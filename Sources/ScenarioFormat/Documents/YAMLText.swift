package import JSONValues
internal import Yams

/// Reads YAML as plain values (YAML 1.2 core schema, §10.3): `off` and `no` stay words, as blueprints use them.
package enum YAMLText {
    /// Parses one document; throws with the line where it went wrong.
    package static func value(of text: String, source: String) throws(DocumentError) -> JSONValue {
        do {
            guard !isBomb(text) else {
                throw DocumentError(.malformed, source: source, problem: noAliases)
            }
            // The parser owns the anchors: without it, nodes forget theirs.
            let parser = try Parser(yaml: text)
            return try withExtendedLifetime(parser) {
                guard let node = try parser.singleRoot() else { return .object([:]) }
                return try value(of: node, source: source)
            }
        } catch let error as DocumentError {
            throw error
        } catch {
            throw DocumentError(.malformed, source: source, problem: "is no YAML: \(problem(error))")
        }
    }

    private static let noAliases =
        "anchors (&name) and aliases (*name) are not read; write the value where it is needed"

    /// Whether aliases could multiply so often that composing the text, which hashes what they stand for, has no end.
    private static func isBomb(_ text: String) -> Bool {
        var (anchors, aliases) = (0, 0)
        var before: UInt8 = 0x0A
        for byte in text.utf8 {
            // A mark at the end of a word or alone is none.
            if before == UInt8(ascii: "&"), byte > 0x20 { anchors += 1 }
            if before == UInt8(ascii: "*"), byte > 0x20 { aliases += 1 }
            before = byte
        }
        return anchors > 2 && aliases > 32
    }

    private static func refuseAnchor(of node: Node, source: String) throws(DocumentError) {
        guard node.anchor != nil else { return }
        let line = node.mark.map { "line \($0.line): " } ?? ""
        throw DocumentError(.malformed, source: source, problem: line + noAliases)
    }

    private static func value(of node: Node, source: String) throws -> JSONValue {
        try refuseAnchor(of: node, source: source)
        switch node {
        case .scalar(let scalar):
            return scalar.style == .plain || scalar.style == .any ? plain(scalar.string) : .string(scalar.string)
        case .sequence(let sequence):
            return .array(try sequence.map { try value(of: $0, source: source) })
        case .mapping(let mapping):
            var members: [String: JSONValue] = [:]
            for (key, content) in mapping {
                try refuseAnchor(of: key, source: source)
                guard let name = key.scalar?.string else {
                    throw DocumentError(.wrongType, source: source, problem: "a key is no text")
                }
                guard members[name] == nil else {
                    let line = key.mark.map { ", line \($0.line)" } ?? ""
                    throw DocumentError(
                        .unknownKey, source: source, keyPath: name, problem: "stands there twice\(line)")
                }
                members[name] = try value(of: content, source: source)
            }
            return .object(members)
        default:
            throw DocumentError(.malformed, source: source, problem: "aliases are not read")
        }
    }

    /// What the parser says, with the place but without the text that stands there: it may hold anything.
    private static func problem(_ error: any Error) -> String {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return "line \(mark.line), column \(mark.column): \(problem)"
        case .reader(let problem, let offset, _, let yaml):
            let before = yaml.prefix(offset ?? 0).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return "line \(before.count), column \((before.last?.count ?? 0) + 1): \(problem)"
        case .duplicatedKeysInMapping(let duplicates, let context):
            return "line \(context.mark.line), column \(context.mark.column): "
                + "stands there twice: \(duplicates.sorted().joined(separator: ", "))"
        default: return "it cannot be parsed"
        }
    }

    private static func plain(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first) else {
            return .string(text)
        }
        if let whole = Int64(text) { return .integer(whole) }
        if text.allSatisfy({ $0.isNumber || ".eE+-".contains($0) }), let number = Double(text) {
            return .number(number)
        }
        return .string(text)
    }
}
