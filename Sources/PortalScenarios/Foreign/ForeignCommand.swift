/// A client that is a command of anybody's.
package struct ForeignCommand: Sendable {
    /// The program and its arguments.
    package let command: [String]
    /// What its own words and exit codes mean.
    package let reasons: ReasonMap

    /// Splits a command line at blanks, quotes kept together as a shell would.
    package init(commandLine: String, reasons: ReasonMap = ReasonMap()) {
        command = Self.words(commandLine)
        self.reasons = reasons
    }

    private static func words(_ line: String) -> [String] {
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
