extension Journal.Request {
    /// The request as a line of a scenario has it, as `GET portals/self +token#1 -> 498`.
    ///
    /// It names tokens, codes and nonces by their aliases and holds no secret. The line can be read back (``WireLine``) unless a client
    /// chose the name of an operation or user with blanks in it.
    package func wireLine(over handshake: Journal.Handshake?) -> String {
        var request = self
        request.fault = fault.map { String($0.map { $0 == " " ? "_" : $0 }) }
        return SeenRequest(
            request: request, previous: nil, canaries: namedByGrant, handshake: handshake, tellsCarrier: true
        )
        .text
    }

    /// What a request for OAuth tokens brings, by the alias that the portal knew it by.
    private var namedByGrant: [Canary] {
        guard let alias = grant?.presented else { return [] }
        return ["code", "refresh_token", "auth_token"].compactMap { field in
            formValue(field).map { Canary(name: alias, kind: .token, value: $0, origins: []) }
        }
    }
}
