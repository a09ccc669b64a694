package import HTTPSemantics
package import PortalTransport

/// One request on its way to the wire, knowing what of it is secret.
package struct WireRequest: Sendable {
    /// What sending it twice would do (RFC 9110 §9.2.2).
    package enum Nature: Sendable, Hashable {
        /// Nothing: the app only reads, in whatever method that travels.
        case idempotent
        /// It may change something twice.
        case changing
        /// A password or a user of the web tier is turned into a token.
        case signIn
        /// A code, a refresh token or a client secret is turned into tokens: it goes to no other address, wherever that leads.
        case grant
    }

    package var method: String
    package var url: HTTPURL
    package var headers: [HeaderField] = []
    package var body: [UInt8]?
    /// The body in pieces, in its place.
    package var pieces: [BodyPiece] = []
    /// What decides whether it is sent again by itself (rule R21).
    package var nature: Nature
    /// Whether the body holds a password: it is sent to one origin only.
    package var carriesPassword = false
    /// Whether a token stands somewhere in it.
    package var carriesToken = false
    /// Whether that is in the body.
    package var carriesTokenInBody = false
    /// The token, to find it where a server has copied it.
    package var token: Secret<String>?
    /// The ID token that gets it past an identity-aware proxy, in `Authorization`; the portal's own stands elsewhere then.
    package var idToken: Secret<String>?
    /// Where the token may go; nil: anywhere on its origin.
    package var tokenScope: TokenScope?
    /// Whether it goes another way where no server listens, so that it is not sent there again.
    package var hasOtherWay = false

    package init(method: String, url: HTTPURL) {
        self.method = method
        self.url = url
        nature = method == "GET" || method == "HEAD" ? .idempotent : .changing
    }

    /// Whether the token may go on to another address of its origin.
    func mayCarryToken(to target: HTTPURL) -> Bool {
        guard carriesToken, let tokenScope else { return true }
        return tokenScope.contains(target)
    }

    /// The whole body, for a scheme that hashes it; the pieces are read for that, each as far as it is announced.
    ///
    /// Throws `invalidArgument` where a file cannot be read so far.
    func wholeBody() throws(PortalError) -> [UInt8]? {
        guard !pieces.isEmpty else { return body }
        var whole: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .bytes(let bytes): whole += bytes
            case .file(let path, let count): try FormFile.append(count, bytesOfFile: path, to: &whole)
            }
        }
        return whole
    }

    /// Makes the body a form with files, which are read while it is sent (RFC 7578).
    ///
    /// Throws `invalidArgument` where a file is not there or cannot be read.
    package mutating func setForm(_ pairs: [(String, String)], files: [FormFile]) throws(PortalError) {
        let form = MultipartForm(pairs, files: files)
        pieces = try form.pieces()
        headers.append(HeaderField("Content-Type", form.contentType))
    }

    /// Makes the body a form (WHATWG URL §5.2).
    package mutating func setForm(_ pairs: [(String, String)]) {
        body = Array(FormURLEncoded.encode(pairs).utf8)
        headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
    }
}

/// The answer to a wire request and where it came from in the end.
package struct WireAnswer: Sendable {
    package let response: HTTPResponse
    package let url: HTTPURL
    /// Whether the request that was answered still carried the token.
    package let carriedToken: Bool
    /// The ID token that it carried, to find it where a server repeats it.
    package let idToken: Secret<String>?
}
