/// One request as a scenario expects it, as `GET Traffic +token#1 -> 498`.
package struct WireLine: Sendable, Codable, Hashable {
    /// `GET`, `POST`, or `*` for any.
    package var method: String
    /// The journal's name of the operation; `*` alone or at the end matches anything.
    package var operation: String
    /// What must be true of the token.
    package var token: TokenMark
    /// The listener that must have received it; nil asks nothing.
    package var listener: String?
    /// What else must be true of the request.
    package var attributes: [Attribute]
    /// The answer; nil asks nothing.
    package var result: Result?
    /// The line as it was written.
    package var text: String

    /// What a line says of the token.
    package enum TokenMark: Sendable, Codable, Hashable {
        case unasked
        case none
        case some
        case alias(String)
    }

    /// One more thing that a line asks.
    package enum Attribute: Sendable, Codable, Hashable {
        case carrier(Journal.TokenCarrier)
        case referer(String)
        case connection(isNew: Bool)
        /// The user of a generateToken form.
        case user(String)
        /// Whether the password of a generateToken form is the account's.
        case password(isRight: Bool)
        /// The path of the target as received.
        case path(String)
        /// A field of the form; nil for absent.
        case form(String, String?)
        /// A field of the query; nil for absent.
        case query(String, String?)
        /// A header field; nil for absent.
        case header(String, String?)
    }

    /// What a line says of the answer.
    package enum Result: Sendable, Codable, Hashable {
        /// The code that counts: the error envelope's where there is one, else the HTTP status.
        case code(Int)
        case status(Int)
        /// A token was handed out.
        case issued(String)
        /// There was none.
        case unanswered
    }
}

/// Requests in order, with the looseness that the catalogue allows.
package indirect enum WirePattern: Sendable, Codable, Hashable {
    case line(WireLine, count: Int)
    /// At most once.
    case optional(WirePattern)
    /// All of them, in any order.
    case anyOrder([WirePattern])
    /// One of them.
    case either([[WirePattern]])
    /// One after the other.
    case sequence([WirePattern])
}

/// A connection over which no request came, as `TLS refused cert=expired`.
package struct HandshakeLine: Sendable, Codable, Hashable {
    /// Name of the listener.
    package var listener: String
    /// Recipe of the certificate that was shown; nil asks nothing.
    package var certificate: String?
    /// Name of the client's alert; nil asks nothing.
    package var alert: String?
    /// How many there are at least.
    package var count: Int
    /// How many there may be.
    package var maximum: Int
    /// The line as it was written.
    package var text: String
}
