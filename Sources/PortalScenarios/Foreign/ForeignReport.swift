internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// What a command said about itself: its exit code and the last line of its output.
struct ForeignReport {
    let outcome: ClientOutcome
    /// What happened to it, as it tells; nil for a client that tells nothing of the kind.
    let events: [String]?
    /// How layers stand, by title, in the words of `layerStates`.
    let layers: [String: JSONValue]
    /// What cannot be read of that; nil where all can.
    let complaint: String?
    /// An exit code that neither the contract nor the client's own map knows; nil where it does.
    let breach: ClientBreach?

    init(_ ended: ClientProcess.Ended, code: Int, reasons: ReasonMap) {
        let lines = ended.output.textLines.filter { !$0.allSatisfy(\.isWhitespace) }
        // A line of a report is short; anything longer is not worth parsing.
        let values = lines.lazy.map { $0.utf8.count > ClientProcess.longestLine ? nil : Self.object($0) }
        let line = values.last { $0?["event"] == nil } ?? nil
        events = Self.events(values.compactMap { $0 }, report: line)
        do {
            let told = try ToldLayer.list(line?["layers"], reasons: reasons) ?? []
            layers = Dictionary(told.compactMap { layer in layer.final.map { (layer.title, $0) } }) { $1 }
            complaint = nil
        } catch {
            layers = [:]
            complaint = "its last line cannot be read: \(error.text)"
        }
        let own = line?["reason"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let kind: ClientOutcome.Kind =
            switch code {
            case 0: .accepted
            case 89: .unsupported
            default: .refused
            }
        let reason =
            kind == .refused
            ? reasons.reason(ownReason: own, exitCode: code, output: ended.output + "\n" + ended.errors) : nil
        breach = reasons.breach(exitCode: code)
        let written = line?["outcome"]?.string.flatMap(ClientOutcome.Kind.init)
        outcome = ClientOutcome(kind: kind, reason: reason, ownReason: own, written: written)
    }

    private static func object(_ line: Substring) -> JSONValue? {
        guard line.first == "{" else { return nil }
        return try? JSONValue(parsing: String(line))
    }

    /// Events are lines of their own, or a list in the report; an empty list declares that nothing happened.
    private static func events(_ values: some Sequence<JSONValue>, report: JSONValue?) -> [String]? {
        let told = values.compactMap { $0["event"]?.string }
        let listed = report?["events"]?.array?.compactMap(\.string)
        guard !told.isEmpty || listed != nil else { return nil }
        return (told + (listed ?? [])).map(EventName.normal)
    }
}
