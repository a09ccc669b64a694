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
    /// The command line by which reports name the client: as it was given, but for the values of variables that were passed by name.
    package let line: String
    /// What makes lines and words of that kind.
    let shown: ShownCommand
    /// The command line as a word for a shell.
    let argument: String
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
        let shown = ShownCommand(variables)
        self.shown = shown
        line = shown.text(commandLine)
        argument = shown.argument(commandLine)
        command = Self.words(of: commandLine).words
        self.variables = variables
        self.mode = mode
        self.reasons = reasons
    }

    /// Forks the process that starts the programs of all runs, which is cheap while this one is small; the first run tells a failure.
    package static func prepare() { _ = ckeeper_prepare() }

    /// The quotation mark in a command line that is opened and not closed; nil where there is none.
    package static func openMark(in commandLine: String) -> Unicode.Scalar? { words(of: commandLine).openMark }

    private static func words(of line: String) -> (words: [String], openMark: Unicode.Scalar?) {
        var words: [String] = []
        var word: String?
        var mark: Unicode.Scalar?
        for scalar in line.unicodeScalars {
            if let open = mark {
                if scalar == open { mark = nil } else { word = (word ?? "") + String(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                mark = scalar
                word = word ?? ""
            } else if scalar.properties.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(scalar)
            }
        }
        if let done = word { words.append(done) }
        return (words, mark)
    }
}
