internal import PortalJudge
internal import ScenarioFormat

/// Words of a command line as reports and errors hold them: without the values of variables that were passed to the client by name.
///
/// A shell has put the values there (`--client "./client --key $KEY"`). The placeholders are those of the evidence.
struct ShownCommand: Sendable {
    /// Nil where no value is a secret.
    private let redaction: EvidenceRedaction?
    /// The variables whose values are secrets, the longest value first.
    private let variables: [(name: String, value: String)]

    /// A shorter value may be a part of any word: where it is one of its own, the placeholder stands for it.
    private static let shortest = 6

    /// Prepares what was passed to a client.
    init(_ passed: ClientVariables) {
        let secrets = passed.secrets
        redaction = secrets.isEmpty ? nil : EvidenceRedaction(Evidence(client: .foreign), erasing: secrets)
        let values = Set(secrets.map(\.value))
        var variables: [(name: String, value: String)] = []
        for name in passed.passed {
            guard let value = passed.values[name], values.contains(value), value.utf8.count >= Self.shortest else {
                continue
            }
            variables.append((name, value))
        }
        self.variables = variables.sorted { $0.value.utf8.count > $1.value.utf8.count }
    }

    /// The text with a placeholder in the place of each value, in whatever encoding it stands there.
    func text(_ text: String) -> String {
        guard let redaction else { return text }
        return String(decoding: redaction.bytes(Array(text.utf8)), as: UTF8.self)
    }

    /// The text as a word for a shell, which puts each value in its place again: `'./client --key '"$KEY"`.
    func argument(_ text: String) -> String {
        var pieces = [Piece.text(text)]
        for variable in variables { pieces = pieces.flatMap { $0.split(at: variable) } }
        let words = pieces.compactMap { piece -> String? in
            switch piece {
            case .variable(let name): "\"$\(name)\""
            case .text(""): nil
            case .text(let text): ShellArgument.quoted(self.text(text))
            }
        }
        return words.isEmpty ? ShellArgument.quoted("") : words.joined()
    }

    private enum Piece {
        case text(String)
        case variable(String)

        /// A text as what stands between the values of a variable, and the variable; another piece as it is.
        func split(at variable: (name: String, value: String)) -> [Piece] {
            guard case .text(let text) = self else { return [self] }
            let parts = text.split(separator: variable.value, omittingEmptySubsequences: false)
            return Array(parts.map { [Piece.text(String($0))] }.joined(separator: [Piece.variable(variable.name)]))
        }
    }
}
