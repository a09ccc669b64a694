/// The parameters of a Digest challenge or of Digest credentials, none of them twice.
struct DigestParameters {
    private let parameters: [Challenge.Parameter]
    private let what: String

    private static let ofServer = "challenge"

    init(_ challenge: Challenge) throws(ChallengeError) {
        try self.init(challenge.method, challenge.parameters, called: Self.ofServer)
    }

    init(_ authorization: Authorization) throws(ChallengeError) {
        try self.init(authorization.method, authorization.parameters, called: "authorization")
    }

    private init(_ method: AuthenticationMethod, _ parameters: [Challenge.Parameter], called what: String)
        throws(ChallengeError)
    {
        guard method == .digest else {
            let name = ChallengeError.quoting(method.description)
            throw ChallengeError(.otherScheme, "\(name) is not the scheme Digest")
        }
        guard !parameters.haveDuplicates else {
            throw ChallengeError(.duplicateParameter, "the Digest \(what) has a parameter twice")
        }
        self.parameters = parameters
        self.what = what
    }

    subscript(_ name: String) -> String? { parameters.first(named: name) }

    func require(_ name: String, mayBeEmpty: Bool = true) throws(ChallengeError) -> String {
        guard let value = self[name], mayBeEmpty || !value.isEmpty else {
            throw ChallengeError(.missingParameter, parameter: name, "the Digest \(what) has no \(name)")
        }
        return value
    }

    /// The algorithm; nil where none is named.
    func algorithm() throws(ChallengeError) -> DigestAlgorithm? {
        guard let name = self["algorithm"] else { return nil }
        guard let algorithm = DigestAlgorithm(name) else {
            throw ChallengeError(
                .unknownAlgorithm, parameter: "algorithm",
                "the Digest \(what) names an unknown algorithm\(quoted(name))")
        }
        return algorithm
    }

    /// A value that has to be read further; nil where it is missing. What names a person is not for error texts.
    func read<Value>(
        _ name: String, isPersonal: Bool = false, _ reading: (String) -> Value?
    ) throws(ChallengeError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = reading(text) else {
            throw ChallengeError(
                .malformedParameter, parameter: name,
                "the Digest \(what) has a malformed \(name)\(isPersonal ? "" : quoted(text))")
        }
        return value
    }

    /// A value for an error: not of a challenge, in which a server may repeat the password that it was sent.
    private func quoted(_ value: String) -> String {
        what == Self.ofServer ? "" : ", \(ChallengeError.quoting(value))"
    }
}
