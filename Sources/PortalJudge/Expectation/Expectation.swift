internal import HTTPSemantics
package import JSONValues

/// What must be true of a run; a part that is nil is not asked.
package struct Expectation: Sendable, Codable, Equatable {
    /// The app's events, in order.
    package var events: [EventPattern]?
    /// The requests, exactly and in order.
    package var wire: [WirePattern]?
    /// The requests of a client that is told a task, in the place of ``wire``.
    package var task: TaskWire?
    /// Connections over which no request came; asked together with ``wire`` or ``task``.
    package var refusedHandshakes: [HandshakeLine]
    /// Requests that must occur in this order among others.
    package var among: [WireLine]
    /// What must not occur.
    package var never: [WireLine]
    /// What a client that is not ours may send in a looser way; nil where there is nothing.
    package var loosely: [PermittedLine]?
    /// How things stand at the end; keys that are absent are not asked.
    package var final: JSONValue
    /// What a foreign client reports.
    package var outcome: ClientOutcome?
    /// Implied checks that this scenario lifts, as `repeated-credential`.
    package var allow: [Allowance]

    /// Whether it asks for a sign-in by a code and its proof (RFC 7636).
    var wantsAuthorizationCode: Bool { lines.contains { $0.attributes.contains(.fresh(.challenge)) } }

    /// The lines that carry a token in a cookie, which no client does by itself.
    private var cookieLines: [WireLine] { lines.filter { $0.attributes.contains(.carrier(.cookie)) } }

    /// Whether it asks for a token in a cookie.
    var wantsCookie: Bool { !cookieLines.isEmpty }

    private var lines: [WireLine] { (wire ?? task?.patterns ?? []).flatMap(\.lines) + among }

    /// What of it lifts something that is asked of every client, and nothing else.
    var lifting: Expectation {
        var lifting = Expectation()
        lifting.allow = allow
        lifting.among = cookieLines
        return lifting
    }

    /// Whether all that it asks for is done without a server, as reading a file: then no request can prove it.
    package var isWithoutRequests: Bool { wire?.isEmpty == true && task == nil && among.isEmpty }

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
        /// The app names a port of TLS as one of plain HTTP.
        case plainText = "plain-text"
        /// The app itself sends again what was lost, more often or earlier than a client would by itself.
        case repeatedRequest = "repeated-request"
        /// The app chose the query as the place of tokens (developers.arcgis.com, "HTTP authorization headers").
        case tokenInQuery = "token-in-query"
    }
}

extension Expectation {
    /// Whether every line and event is asked as often as a file may ask for it: a stored expectation may hold any number.
    package var areCountsBounded: Bool {
        func areBounded(_ pattern: WirePattern) -> Bool {
            switch pattern {
            case .line(_, let count): isBounded(count)
            case .optional(let inner): areBounded(inner)
            case .anyOrder(let members), .sequence(let members): members.allSatisfy(areBounded)
            case .either(let choices): choices.allSatisfy { $0.allSatisfy(areBounded) }
            }
        }
        func areBounded(_ event: EventPattern) -> Bool {
            switch event {
            case .word(_, let count): isBounded(count)
            case .optional: true
            case .anyOrder(let members): members.allSatisfy(areBounded)
            }
        }
        func isBounded(_ count: Int) -> Bool { (0...CountedText.most).contains(count) }
        return (wire ?? []).allSatisfy(areBounded) && (task?.patterns ?? []).allSatisfy(areBounded)
            && (events ?? []).allSatisfy(areBounded)
            && refusedHandshakes.allSatisfy {
                isBounded($0.count) && isBounded($0.maximum) && $0.count <= $0.maximum && $0.maximum > 0
            }
    }
}

/// An event, a number of equal ones, or a group without order.
package indirect enum EventPattern: Sendable, Codable, Equatable, Hashable {
    case word(String, count: Int)
    case optional(String)
    case anyOrder([EventPattern])

    /// Reads `loaded` or `10x loaded`.
    package init(parsing text: String) throws(WireLineError) {
        let (counts, rest) = try CountedText.bounded(text)
        self = .word(rest, count: counts.lowerBound)
    }
}

/// A text with a number of times before it, as `10x loaded`.
package enum CountedText {
    /// How often a text may stand for at most: no more requests of a run are compared one by one.
    package static let most = 1000

    /// Splits number and text as ``read(_:)`` does; throws where the number is above ``most``.
    package static func bounded(_ text: String) throws(WireLineError) -> (counts: ClosedRange<Int>, text: String) {
        let found = read(text)
        guard found.counts.upperBound <= most else {
            throw WireLineError(
                "\(found.counts.upperBound) times is more than is compared; write \(most) at most, or among for lines that may "
                    + "come more often")
        }
        return found
    }

    /// Splits number and text, as `10x loaded` or `1..10x loaded`; the number is 1 where there is none.
    package static func read(_ text: String) -> (counts: ClosedRange<Int>, text: String) {
        let trimmed = text.trimmingBlanks()
        guard let mark = trimmed.firstRange(of: "x ") else { return (1...1, trimmed) }
        let rest = String(trimmed[mark.upperBound...]).trimmingBlanks()
        let number = trimmed[..<mark.lowerBound]
        if let count = Int(digits: number), count > 0 { return (count...count, rest) }
        if let dots = number.firstRange(of: ".."), let low = Int(digits: number[..<dots.lowerBound]),
            let high = Int(digits: number[dots.upperBound...]), low <= high, 0 < high
        {
            return (low...high, rest)
        }
        return (1...1, trimmed)
    }
}
