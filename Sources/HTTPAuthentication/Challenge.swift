/// One challenge of a `WWW-Authenticate` field as words: a scheme and its parameters or token68 (RFC 9110 §11.6.1).
public struct Challenge: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in the case that was sent; compare ``method``.
    public let scheme: String
    /// The parameters in the order that was sent, names in the case that was sent, quoting undone.
    public let parameters: [Parameter]
    /// What stands in place of parameters, as Negotiate and NTLM send it (RFC 9110 §11.2).
    public let token68: String?

    /// A name and a value of a challenge.
    public struct Parameter: Sendable, Hashable {
        /// The name in the case that was sent.
        public let name: String
        /// The value without quotes and escapes.
        public let value: String
        /// Whether it came as a quoted-string.
        public let isQuoted: Bool

        /// Joins a name and a value.
        public init(_ name: String, _ value: String, isQuoted: Bool = true) {
            self.name = name
            self.value = value
            self.isQuoted = isQuoted
        }
    }

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
    public subscript(_ name: String) -> String? {
        let name = name.lowercased()
        return parameters.first { $0.name.lowercased() == name }?.value
    }

    /// The realm, where the scheme has one.
    public var realm: String? { self["realm"] }

    /// The challenge as it would be sent, values quoted where they were.
    public var description: String {
        if let token68 { return "\(scheme) \(token68)" }
        guard !parameters.isEmpty else { return scheme }
        return "\(scheme) " + parameters.map(\.printed).joined(separator: ", ")
    }
}

extension Challenge.Parameter {
    fileprivate var printed: String {
        let isToken = !value.isEmpty && value.utf8.allSatisfy(HeaderField.isTokenByte)
        guard isQuoted || !isToken else { return "\(name)=\(value)" }
        var quoted = ""
        for character in value {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return "\(name)=\"\(quoted)\""
    }
}
