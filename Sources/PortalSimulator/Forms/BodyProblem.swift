/// Why a body cannot be read: where, what, and which value; it never holds the content of a field or a file.
package struct BodyProblem: Error, Equatable, Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        /// It is not what its media type says.
        case malformed
        /// It is over a bound.
        case tooLarge
        /// It has a content coding that is not read.
        case coding
        /// It is in a charset that is not read.
        case charset
        /// There is no room for what was uploaded.
        case noRoom
    }
    let kind: Kind
    /// `the body`, `part 2`, `part 2 ("adds")`.
    let place: String
    let words: String

    init(_ kind: Kind, _ words: String, at place: String = "the body") {
        self.kind = kind
        self.place = place
        self.words = words
    }

    /// What is malformed.
    init(_ words: String, at place: String = "the body") { self.init(.malformed, words, at: place) }

    package var description: String { "\(place): \(words)" }

    /// The HTTP status that says so (RFC 9110 §15.5.1, §15.5.14, §15.5.16, §15.6.4).
    var status: Int {
        switch kind {
        case .malformed: 400
        case .tooLarge: 413
        case .coding, .charset: 415
        case .noRoom: 503
        }
    }

    /// The message of the error; the description is its detail.
    var summary: String {
        switch kind {
        case .malformed, .coding, .charset: "The request body cannot be read."
        case .tooLarge: "The request body is larger than this server reads."
        case .noRoom: "There is no room for this upload."
        }
    }

    /// The place of a part, by its number from 1 and its name where that is known.
    static func place(_ part: Int, _ name: String? = nil) -> String {
        name.map { "part \(part) (\(quoted($0)))" } ?? "part \(part)"
    }

    /// A value in quotes, short, without anything that a terminal would obey.
    static func quoted(_ text: some StringProtocol) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(60) {
            // Letters and signs of ASCII only: names come from strangers, and a bidirectional control is a letter's neighbour.
            shown += scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F ? String(scalar) : escaped(scalar)
        }
        return "\"\(shown)\(text.unicodeScalars.count > 60 ? "…" : "")\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        scalar.properties.isAlphabetic ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
}
