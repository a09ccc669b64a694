/// Credentials as words: a scheme and its parameters or token68, as `Authorization` carries them (RFC 9110 §11.4, §11.6.2).
///
/// It prints as `scheme ***`; ``fieldValue`` is what travels.
public struct Authorization: Sendable, Hashable {
    /// The scheme in the case that was sent; compare ``method``.
    public let scheme: String
    /// The parameters in the order that was sent, names in the case that was sent, quoting undone.
    public let parameters: [Challenge.Parameter]
    /// What stands in place of parameters, as Basic, Bearer, Negotiate and NTLM send it (RFC 9110 §11.2).
    public let token68: String?
    /// The field value as sent.
    public let fieldValue: String

    /// Reads a field value; nil where it is not one scheme with one token68 or one list of parameters.
    public init?(fieldValue: String) {
        var reader = AuthenticationReader(fieldValue)
        guard let words = reader.challenge(), reader.isFinished() else { return nil }
        self.init(words, fieldValue: fieldValue)
    }

    /// Joins a scheme with its parameters.
    public init(scheme: String, parameters: [Challenge.Parameter]) {
        let words = Challenge(scheme: scheme, parameters: parameters)
        self.init(words, fieldValue: words.description)
    }

    /// Joins a scheme with its token68.
    public init(scheme: String, token68: String) {
        let words = Challenge(scheme: scheme, token68: token68)
        self.init(words, fieldValue: words.description)
    }

    private init(_ words: Challenge, fieldValue: String) {
        scheme = words.scheme
        parameters = words.parameters
        token68 = words.token68
        self.fieldValue = fieldValue
    }

    /// The scheme as a method, compared without case.
    public var method: AuthenticationMethod { AuthenticationMethod(scheme) }

    /// The value of the first parameter with a name, compared without case (RFC 9110 §11.2).
    public subscript(_ name: String) -> String? { parameters.first(named: name) }

    /// Whether a name occurs twice, which no credentials may do (RFC 9110 §11.2).
    public var hasDuplicateParameters: Bool { parameters.haveDuplicates }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(scheme) ***" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
