internal import CKeeper

/// A client that is run as a command, in any language.
package struct ForeignCommand: Sendable {
    /// How much of a scenario it is told.
    package enum Mode: String, Sendable, CaseIterable {
        /// One task, in its environment.
        case command
        /// The scenario's steps, one line each.
        case steps
    }
    /// The command line as it was given, by which reports name the client.
    package let line: String
    /// The program and its arguments.
    package let command: [String]
    /// What its own words and exit codes mean.
    package let reasons: ReasonMap
    package let mode: Mode
    /// What it finds of the runner's environment.
    package let variables: ClientVariables

    /// Splits a command line at blanks, quotes kept together as a shell would.
    package init(
        commandLine: String, reasons: ReasonMap = ReasonMap(), mode: Mode = .command,
        variables: ClientVariables = ClientVariables()
    ) {
        line = commandLine
        command = Self.arguments(commandLine)
        self.variables = variables
        self.mode = mode
        self.reasons = reasons
    }

    /// Forks the process that starts the programs of all runs, which is cheap while this one is small; the first run tells a failure.
    package static func prepare() { _ = ckeeper_prepare() }

    private static func arguments(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let done = word { words.append(done) }
        return words
    }
}
