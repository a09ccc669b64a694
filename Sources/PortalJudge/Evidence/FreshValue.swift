/// Something that a client makes up anew each time it is needed: a constant one protects from nothing.
package struct FreshValue: Sendable, Hashable {
    /// What it is.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// The state of a sign-in (RFC 6749 §10.12).
        case state
        /// A code verifier, by its challenge where it is hashed (RFC 7636 §4.1).
        case verifier
        /// The client's nonce of a Digest answer (RFC 7616 §3.4).
        case cnonce
    }
    package let kind: Kind
    package let text: String
    /// The number of the request that brought it first.
    package let request: Int

    package init(kind: Kind, text: String, request: Int) {
        self.kind = kind
        self.text = text
        self.request = request
    }
}

extension Evidence {
    /// What the client made up for its sign-ins and Digest answers, each once.
    package var freshValues: [FreshValue] {
        var found: [FreshValue] = []
        var known: [FreshValue.Kind: Set<String>] = [:]
        func add(_ kind: FreshValue.Kind, _ text: String?, _ request: Journal.Request) {
            guard let text, !text.isEmpty, known[kind, default: []].insert(text).inserted else { return }
            found.append(FreshValue(kind: kind, text: text, request: request.number))
        }
        for request in journal.requests where request.parserError == nil {
            if request.isAuthorization, !request.isProxysOwn {
                add(.state, request.authorizationValue("state"), request)
                add(.verifier, request.authorizationValue("code_challenge"), request)
            }
            if request.isTokenEndpoint { add(.verifier, request.formValue("code_verifier"), request) }
            if request.authorization?.scheme == "digest" { add(.cnonce, request.authorization?.cnonce, request) }
        }
        return found
    }

    /// A value of a kind that another process of the client had sent as well.
    package struct Reuse: Sendable, Codable, Equatable {
        package var kind: FreshValue.Kind
        /// The number of the request that brought it.
        package var request: Int
        /// The run of the other process.
        package var other: String

        package init(kind: FreshValue.Kind, request: Int, other: String) {
            self.kind = kind
            self.request = request
            self.other = other
        }
    }
}
