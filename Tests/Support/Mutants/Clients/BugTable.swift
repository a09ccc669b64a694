/// The table beside a reference client: how it is started, and the bugs that it can be started with (`Fixtures/clients/README.md`).
package struct BugTable: Sendable {
    /// One mistake that a client makes where it is asked to.
    package struct Bug: Sendable, Codable, Equatable {
        package let name: String
        /// The selectors of scenarios that show it, the most telling first.
        package let scenarios: [String]
        /// The codes of which the first finding must have one; one that ends with a dot stands for all that begin with it.
        package let codes: [String]
        /// What the client does wrong.
        package let mistake: String
        /// Whether the judge is known to miss it, or its cause.
        package let isKnownMiss: Bool

        /// Whether a finding with this code names what is wrong.
        package func isNamed(by code: String) -> Bool {
            codes.contains { $0.hasSuffix(".") ? code.hasPrefix($0) : code == $0 }
        }
    }

    /// What is wrong with a table, and where.
    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The client's file, as `reference.py`.
    package let client: String
    /// What must be run once before; nil where nothing must.
    package private(set) var build: String?
    /// How it is started.
    package private(set) var command = "{client}"
    /// The programs without which it cannot be judged.
    package private(set) var needs: [String] = []
    package private(set) var bugs: [Bug] = []

    /// Reads the text of a table. Throws at the first line that is none.
    package init(client: String, text: String) throws(Mistake) {
        self.client = client
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { Self.trimmed($0) }
            let place = "\(client).bugs, line \(number + 1)"
            switch (columns[0], columns.count) {
            case ("command", 2): command = columns[1]
            case ("build", 2): build = columns[1]
            case ("needs", 2): needs = Self.words(columns[1])
            case (_, 4): bugs.append(try Self.bug(columns, at: place))
            default:
                throw Mistake(
                    description: "\(place): \(columns.count) columns; a bug has four, command, build and needs have two"
                )
            }
        }
        for (index, bug) in bugs.enumerated() where bugs[..<index].contains(where: { $0.name == bug.name }) {
            throw Mistake(description: "\(client).bugs: \(bug.name) stands there twice")
        }
    }

    private static func bug(_ columns: [String], at place: String) throws(Mistake) -> Bug {
        let isKnownMiss = columns[0].hasPrefix("?")
        let bug = Bug(
            name: trimmed(isKnownMiss ? columns[0].dropFirst() : columns[0][...]), scenarios: words(columns[1]),
            codes: words(columns[2]), mistake: columns[3], isKnownMiss: isKnownMiss)
        guard !bug.name.isEmpty, bug.name.allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "-" }) else {
            throw Mistake(description: "\(place): \(bug.name) is no name of small letters, digits and -")
        }
        guard !bug.scenarios.isEmpty, !bug.codes.isEmpty, !bug.mistake.isEmpty else {
            throw Mistake(description: "\(place): \(bug.name) names no scenario, no code or no mistake")
        }
        return bug
    }

    /// The command line for a client of a folder, with what was built in another, with a bug or without.
    package func commandLine(folder: String, build: String, bug: String? = nil) -> String {
        filled(command, folder: folder, build: build) + (bug.map { " --bug \($0)" } ?? "")
    }

    /// A line of the table with the places in it.
    package func filled(_ line: String, folder: String, build: String) -> String {
        line.replacing("{client}", with: "'\(folder)/\(client)'").replacing("{build}", with: "'\(build)'")
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(text.drop(while: blank).reversed().drop(while: blank).reversed())
    }
}
