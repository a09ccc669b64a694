extension Challenge {
    /// Reads every challenge of the `WWW-Authenticate` fields of an answer, in order; a field that is malformed yields what stands before the fault.
    public static func challenges(in headers: some Sequence<HeaderField>) -> [Challenge] {
        headers.all(named: "WWW-Authenticate").flatMap { challenges(inValue: $0) }
    }

    /// Reads the comma-separated challenges of one field value (RFC 9110 §11.6.1), several schemes in one value included.
    public static func challenges(inValue value: String) -> [Challenge] {
        var reader = AuthenticationReader(value)
        var found: [Challenge] = []
        while let challenge = reader.challenge() { found.append(challenge) }
        return found
    }
}
