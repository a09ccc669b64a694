/// One challenge of a `WWW-Authenticate` field as words: a scheme and its parameters or token68 (RFC 9110 §11.6.1).
public struct Challenge: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in the case that was sent; compare ``method``.
    public let scheme: String
    /// The parameters in the order that was sent, names in the case that was sent, quoting undone.
    public let parameters: [Parameter]
    /// What stands in place of parameters, as Negotiate and NTLM send it (RFC 9110 §11.2).
    public let token68: String?

    /// Joins a scheme with its parameters.
    public init(scheme: String, parameters: [Parameter] = []) {
        self.scheme = scheme
        self.parameters = parameters
        token68 = nil
    }

    /// Joins a scheme with its token68.
    public init(scheme: String, token68: String) {
        self.scheme = scheme
        parameters = []
        self.token68 = token68
    }

    /// The scheme as a method, compared without case.
    public var method: AuthenticationMethod { AuthenticationMethod(scheme) }

    /// The value of the first parameter with a name, compared without case (RFC 9110 §11.2).
    public subscript(_ name: String) -> String? { parameters.first(named: name) }

    /// Whether a name occurs twice, which no challenge may do (RFC 9110 §11.2).
    public var hasDuplicateParameters: Bool { parameters.haveDuplicates }

    /// The realm, where the scheme has one.
    public var realm: String? { self["realm"] }

    /// The challenge as it would be sent, values quoted where they were.
    public var description: String {
        if let token68 { return "\(scheme) \(token68)" }
        return parameters.isEmpty ? scheme : "\(scheme) \(parameters.printed)"
    }
}
