internal import HTTPSemantics

/// A piece of HTML: what is written in the source stands as it is, every text put into it is escaped.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Collects the pieces of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += MarkupText.escaped(value) }
        mutating func appendInterpolation(_ value: Int) { text += "\(value)" }
        mutating func appendInterpolation(_ value: HTML) { text += value.text }
        mutating func appendInterpolation(_ values: [HTML]) { for value in values { text += value.text } }
        /// A style sheet or a script of ours, which no text of others is part of.
        mutating func appendInterpolation(source: StaticString) { text += "\(source)" }
    }
}
