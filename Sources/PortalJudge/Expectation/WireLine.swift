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
    /// What must be true of the HTTP credentials, a bearer token apart; nil asks nothing.
    package var credentials: CredentialMark?
    /// What must be true of the client certificate that the connection showed; nil asks nothing.
    package var identity: IdentityMark?
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

    /// What a line says of HTTP credentials (RFC 9110 §11.4).
    package enum CredentialMark: Sendable, Codable, Hashable {
        /// There are none.
        case none
        /// Those of a scheme; user or verdict that are nil are not asked.
        case some(scheme: String, user: String?, verdict: Journal.Authorization.Verdict?)
    }

    /// What a line says of the client certificate of its connection.
    package enum IdentityMark: Sendable, Codable, Hashable {
        /// None was shown.
        case none
        /// Some was shown.
        case some
        /// That of an identity, by its name.
        case named(String)
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
        /// The realm that the HTTP credentials name.
        case realm(String)
        /// The nonce of a Digest answer by alias; nil for absent.
        case nonce(String?)
        /// The nonce count of a Digest answer; nil for absent.
        case nonceCount(Int?)
        /// The quality of protection of a Digest answer; nil for the form without.
        case qop(String?)
        /// The algorithm of a Digest answer, without case; nil for absent.
        case algorithm(String?)
        /// The client's nonce of a Digest answer.
        case clientNonce(ClientNonce)
        /// What Negotiate or NTLM credentials held; nil for absent.
        case windows(WindowsField, String?)
        /// The path of the target as received.
        case path(String)
        /// A field of the form; nil for absent.
        case form(String, String?)
        /// A field of the query; nil for absent.
        case query(String, String?)
        /// A header field; nil for absent.
        case header(String, String?)
        /// Milliseconds of portal time since the request of the same operation before; nil sets no upper bound.
        case gap(least: Int64, most: Int64?)
        /// The fault that was played on it, in the blueprint's words.
        case fault(String)
        /// The code of a token request by alias.
        case code(String)
        /// The refresh token of a token request by alias.
        case refreshToken(String)
        /// What is to be revoked, by alias.
        case revoked(String)
        /// Whether the client secret is the application's.
        case secret(isRight: Bool)
        /// A field that no earlier request of the run had with that value.
        case fresh(FreshField)
    }

    /// What a line says of Negotiate and NTLM credentials.
    package enum WindowsField: String, Sendable, Codable, CaseIterable {
        /// `negotiate`, `authenticate` or `token`.
        case message
        /// `NTLM`, `Kerberos` or an object identifier.
        case mechanism
        /// `NTLMv2`, `NTLMv1`, `LM` or `anonymous`.
        case response
        /// The domain or realm that the user was named with.
        case domain
        /// `none`, `right` or `wrong`.
        case binding
        /// `yes` or `no`: whether the server may act for the user.
        case delegated
    }

    /// A value that a client makes up for one sign-in.
    package enum FreshField: String, Sendable, Codable, CaseIterable {
        /// The code verifier of a token request (RFC 7636 §4.1).
        case verifier
        /// The challenge of an authorization request (RFC 7636 §4.2).
        case challenge
        /// The state of an authorization request (RFC 6749 §4.1.1).
        case state
    }

    /// What a line says of the client's nonce (RFC 7616 §3.4, cnonce).
    package enum ClientNonce: String, Sendable, Codable, CaseIterable {
        /// No earlier request of the run had it.
        case new
        /// The last answer before had it too.
        case same
        /// There is none.
        case absent
    }

    /// What a line says of the answer.
    package enum Result: Sendable, Codable, Hashable {
        /// The code that counts: the error envelope's where there is one, else the HTTP status.
        case code(Int)
        case status(Int)
        /// A token was handed out.
        case issued(String)
        /// All of these were handed out, in whatever order.
        case handedOut([String])
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
    /// Name of the alert; nil asks nothing.
    package var alert: String?
    /// The client certificate that was shown; nil asks nothing.
    package var identity: WireLine.IdentityMark?
    /// The fault that was played on the connection, in the blueprint's words; nil means none.
    package var fault: String?
    /// Who refused; nil asks nothing.
    package var refuser: Refuser?
    /// How many there are at least; 0 where it may be absent.
    package var count: Int
    /// How many there may be.
    package var maximum: Int
    /// The line as it was written.
    package var text: String

    /// Who ended a handshake.
    package enum Refuser: String, Sendable, Codable, CaseIterable {
        /// The client, by an alert or by leaving.
        case client
        /// The server, by an alert or by a reset that took its place.
        case server
    }
}
