internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// One thing that a command is not asked of what its scenario expects, and why: an entry of `foreign.loosen`.
struct NamedLoosening: Sendable {
    /// What becomes of the lines.
    enum Change: Sendable {
        /// The lines that one of these means are not asked.
        case drop([Meaning])
        /// The lines that one of these means are asked without some of their words.
        case without([String], of: [Meaning])
        /// Others are asked in the place of the first line that is meant; the rest of those are dropped.
        case replace([Meaning], with: [WirePattern])
        /// Tokens and codes have other numbers, because the task takes another way.
        case renumber([String: String])
        /// These may be sent, too.
        case may([WirePattern])
        /// What the scenario forbids its client is open to a command, perhaps in a looser way only.
        case permit([String], isLoose: Bool)
    }

    /// Lines as one of them is written in `never`; a refused handshake is told by its words.
    enum Meaning: Sendable {
        case line(WireLine)
        case handshake([String])

        func covers(_ line: WireLine) -> Bool {
            guard case .line(let own) = self else { return false }
            return own.means(line)
        }

        func covers(_ line: HandshakeLine) -> Bool {
            guard case .handshake(let words) = self else { return false }
            return words.allSatisfy(line.text.split(separator: " ").map(String.init).contains)
        }
    }

    let change: Change
    let reason: String
    /// What is not asked, as it is written.
    let text: String

    private static let changes = ["drop", "from", "replace", "renumber", "may", "permit"]

    init(_ value: JSONValue, source: String, path: String) throws(DocumentError) {
        let reader = try DocumentReader(
            value, source: source, path: path, keys: Self.changes + ["without", "with", "loosely", "reason"])
        guard let reason = try reader.text("reason"), !reason.allSatisfy(\.isWhitespace) else {
            throw DocumentError(
                .missingKey, source: source, keyPath: DocumentReader.join(path, "reason"),
                problem: "is missing: say why a command need not do what the scenario asks for")
        }
        self.reason = reason
        for key in ["may", "with"] {
            DocumentTrace.note(.shape("line"), at: "\(path).\(key)")
            DocumentTrace.note(.list, at: "\(path).\(key)")
            DocumentTrace.note(.shape("line"), at: "\(path).\(key)[]")
        }
        DocumentTrace.note(.object(nil), at: "\(path).renumber")
        let named = Self.changes.filter { reader[$0] != nil }
        guard named.count == 1, let name = named.first else {
            throw DocumentError(
                .missingKey, source: source, keyPath: path, problem: "names \(named.count) changes, one is needed",
                allowed: Self.changes)
        }
        switch name {
        case "drop":
            change = .drop(try Self.meanings(reader, "drop"))
            text = "not asked: \(Self.words(reader["drop"]))"
        case "from":
            guard let parts = try reader.texts("without") else { throw reader.missing("without") }
            change = .without(parts, of: try Self.meanings(reader, "from"))
            text = "asked without \(parts.joined(separator: ", ")): \(Self.words(reader["from"]))"
        case "replace":
            guard let with = reader["with"] else { throw reader.missing("with") }
            change = .replace(try Self.meanings(reader, "replace"), with: try Self.patterns(reader, "with"))
            text = "asked in the place of \(Self.words(reader["replace"])): \(Self.words(with))"
        case "renumber":
            guard let numbers = reader["renumber"]?.object, !numbers.isEmpty else {
                throw reader.wrongType("renumber", "an object as {token#2: token#1}")
            }
            change = .renumber(numbers.compactMapValues(\.string))
            text =
                "numbered otherwise: "
                + numbers.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value.string ?? "")" }
                .joined(separator: ", ")
        case "may":
            change = .may(try Self.patterns(reader, "may"))
            text = "may be sent too: \(Self.words(reader["may"]))"
        default:
            let isLoose = try reader.truth("loosely") ?? false
            change = .permit(try reader.texts("permit") ?? [], isLoose: isLoose)
            text = "\(isLoose ? "looser, and not forbidden" : "not forbidden"): \(Self.words(reader["permit"]))"
        }
    }

    private static func words(_ value: JSONValue?) -> String {
        (value?.array ?? value.map { [$0] } ?? []).map { $0.string ?? $0.text() }.joined(separator: "; ")
    }

    private static func patterns(_ reader: DocumentReader, _ key: String) throws(DocumentError) -> [WirePattern] {
        let list = reader[key]?.array ?? reader[key].map { [$0] } ?? []
        return try Expectation.patterns(list, source: reader.source, path: DocumentReader.join(reader.path, key))
    }

    private static func meanings(_ reader: DocumentReader, _ key: String) throws(DocumentError) -> [Meaning] {
        let texts = try reader.texts(key) ?? []
        let place = DocumentReader.join(reader.path, key)
        var found: [Meaning] = []
        for text in texts {
            let words = text.split(separator: " ").map(String.init)
            if words.first == "TLS" {
                found.append(.handshake(words))
                continue
            }
            do { found.append(.line(try WireLine(parsing: text, isNever: true))) } catch {
                throw DocumentError(
                    .unknownValue, source: reader.source, keyPath: place, problem: error.problem,
                    allowed: error.allowed, written: error.written)
            }
        }
        guard !found.isEmpty else { throw reader.wrongType(key, "a line, or a list of lines") }
        return found
    }
}
