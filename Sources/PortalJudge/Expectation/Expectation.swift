package import JSONValues

/// What must be true of a run; a part that is nil is not asked.
package struct Expectation: Sendable, Codable, Equatable {
    /// The app's events, in order.
    package var events: [EventPattern]?
    /// The requests, exactly and in order.
    package var wire: [WirePattern]?
    /// Connections over which no request came; asked together with ``wire``.
    package var refusedHandshakes: [HandshakeLine]
    /// Requests that must occur in this order among others.
    package var among: [WireLine]
    /// What must not occur.
    package var never: [WireLine]
    /// How things stand at the end; keys that are absent are not asked.
    package var final: JSONValue
    /// What a foreign client reports.
    package var outcome: ClientOutcome?
    /// Implied checks that this scenario lifts, as `repeated-credential`.
    package var allow: [Allowance]

    package init() {
        refusedHandshakes = []
        among = []
        never = []
        final = .object([:])
        allow = []
    }

    /// An implied check that a scenario may lift, because the app itself asks for what it forbids.
    package enum Allowance: String, Sendable, Codable, CaseIterable {
        /// The app hands the same refused password in again.
        case repeatedCredential = "repeated-credential"
        /// The app hands the same refused token in again.
        case repeatedToken = "repeated-token"
    }
}

/// An event, a number of equal ones, or a group without order.
package indirect enum EventPattern: Sendable, Codable, Equatable, Hashable {
    case word(String, count: Int)
    case optional(String)
    case anyOrder([EventPattern])

    /// Reads `loaded` or `10x loaded`.
    package init(parsing text: String) {
        let (count, rest) = CountedText.read(text)
        self = .word(rest, count: count)
    }
}

/// A text with a number of times before it, as `10x loaded`.
package enum CountedText {
    /// Splits number and text; the number is 1 where there is none.
    package static func read(_ text: String) -> (count: Int, text: String) {
        let trimmed = text.trimmingBlanks()
        let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
        let rest = trimmed.dropFirst(digits.count)
        guard let count = Int(digits), (1...10_000).contains(count), rest.hasPrefix("x ") else { return (1, trimmed) }
        return (count, String(rest.dropFirst(2)).trimmingBlanks())
    }
}

extension StringProtocol {
    /// The text without blanks at either end.
    func trimmingBlanks() -> String {
        var slice = self[startIndex..<endIndex]
        while let first = slice.first, first.isWhitespace { slice = slice.dropFirst() }
        while let last = slice.last, last.isWhitespace { slice = slice.dropLast() }
        return String(slice)
    }
}
