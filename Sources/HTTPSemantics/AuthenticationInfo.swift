/// What a server tells after an authentication that succeeded, the `Authentication-Info` field (RFC 7615 §3, RFC 7616 §3.5).
public struct AuthenticationInfo: Sendable, Hashable, CustomStringConvertible {
    /// The parameters in the order that was sent, names in the case that was sent, quoting undone.
    public let parameters: [Challenge.Parameter]

    /// Reads a field value; nil where it is no list of parameters, or an empty one.
    public init?(fieldValue: String) {
        var reader = AuthenticationReader(fieldValue)
        parameters = reader.parameters()
        guard !parameters.isEmpty, reader.isFinished() else { return nil }
    }

    /// Joins parameters.
    public init(parameters: [Challenge.Parameter]) { self.parameters = parameters }

    /// The value of the first parameter with a name, compared without case.
    public subscript(_ name: String) -> String? { parameters.first(named: name) }

    /// The nonce that the client should use from now on, `nextnonce`.
    public var nextNonce: String? { self["nextnonce"] }
    /// The server's proof that it knows the password too, `rspauth`.
    public var responseAuthentication: String? { self["rspauth"] }
    /// The quality of protection of the answer; nil where it is missing or unknown.
    public var qop: QualityOfProtection? { self["qop"].flatMap { QualityOfProtection($0) } }
    /// The client's nonce of the request, repeated.
    public var cnonce: String? { self["cnonce"] }
    /// The nonce count of the request, repeated; nil where it is missing or none.
    public var nonceCount: NonceCount? { self["nc"].flatMap { NonceCount($0) } }

    /// The field value as it would be sent.
    public var description: String { parameters.printed }
}
