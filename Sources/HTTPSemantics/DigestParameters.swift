/// The parameters of a Digest challenge or of Digest credentials, none of them twice.
struct DigestParameters {
    private let parameters: [Challenge.Parameter]
    private let what: String

    init(_ challenge: Challenge, called what: String) throws(ChallengeError) {
        try self.init(challenge.method, challenge.parameters, called: what)
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
                "the Digest \(what) names the unknown algorithm \(ChallengeError.quoting(name))")
        }
        return algorithm
    }

    /// A value that has to be read further; nil where it is missing. What names a person is not for error texts.
    func read<Value>(
        _ name: String, isPersonal: Bool = false, _ reading: (String) -> Value?
    ) throws(ChallengeError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = reading(text) else {
            let quoted = isPersonal ? "" : " \(ChallengeError.quoting(text))"
            throw ChallengeError(
                .malformedParameter, parameter: name, "the Digest \(what) has a malformed \(name)\(quoted)")
        }
        return value
    }
}
