/// Digest credentials whose words were checked; nothing is said about whether they are right (RFC 7616 §3.4).
///
/// It prints as `Digest ***`.
public struct DigestAuthorization: Sendable, Hashable {
    /// How the user is named.
    public enum User: Sendable, Hashable {
        /// `username`: the name itself.
        case name(String)
        /// `username*`: the name in the notation of RFC 8187, for names that are not ASCII.
        case extendedName(String)
        /// `username` with `userhash=true`: the hash of name and realm in hexadecimal digits (RFC 7616 §3.4.4).
        case hash(String)
    }

    /// How the user is named.
    public var user: User
    /// The realm, as in the challenge.
    public var realm: String
    /// The server's nonce, as in the challenge.
    public var nonce: String
    /// The request target that the response covers.
    public var uri: String
    /// The proof, in hexadecimal digits.
    public var response: String
    /// The algorithm; nil where none is named, which means MD5.
    public var algorithm: DigestAlgorithm?
    /// The client's nonce.
    public var cnonce: String?
    /// How often the client has used the nonce.
    public var nonceCount: NonceCount?
    /// What the response covers; nil for the older form (RFC 2069).
    public var qop: QualityOfProtection?
    /// The server's opaque text, as in the challenge.
    public var opaque: String?

    /// Joins checked words.
    public init(
        user: User, realm: String, nonce: String, uri: String, response: String, algorithm: DigestAlgorithm? = nil,
        cnonce: String? = nil, nonceCount: NonceCount? = nil, qop: QualityOfProtection? = nil, opaque: String? = nil
    ) {
        self.user = user
        self.realm = realm
        self.nonce = nonce
        self.uri = uri
        self.response = response
        self.algorithm = algorithm
        self.cnonce = cnonce
        self.nonceCount = nonceCount
        self.qop = qop
        self.opaque = opaque
    }

    /// Checks credentials; throws where the scheme is another one, or a word is missing, doubled, malformed or unknown.
    public init(_ authorization: Authorization) throws(ChallengeError) {
        let words = try DigestParameters(authorization)
        user = try Self.user(words)
        realm = try words.require("realm")
        nonce = try words.require("nonce")
        uri = try words.require("uri")
        response = try words.require("response")
        algorithm = try words.algorithm()
        qop = try words.read("qop") { QualityOfProtection($0) }
        nonceCount = try words.read("nc") { NonceCount($0) }
        cnonce = words["cnonce"]
        opaque = words["opaque"]
        if qop != nil {
            _ = try words.require("nc")
            _ = try words.require("cnonce")
        }
    }

    private static func user(_ words: DigestParameters) throws(ChallengeError) -> User {
        let isHashed = words["userhash"]?.isSameName(as: "true") ?? false
        guard let name = try words.read("username*", isPersonal: true, ExtendedValue.decode) else {
            let name = try words.require("username")
            return isHashed ? .hash(name) : .name(name)
        }
        guard words["username"] == nil, !isHashed else {
            throw ChallengeError(
                .duplicateParameter, parameter: "username*",
                "the Digest authorization names its user both by username* and by username or userhash")
        }
        return .extendedName(name)
    }

    /// The user name as it was meant; a hash where only that was sent.
    public var username: String {
        switch user {
        case .name(let text), .extendedName(let text), .hash(let text): text
        }
    }

    /// The credentials as words, quoted as RFC 7616 §3.4 wants it: algorithm, qop and nc are tokens.
    public var authorization: Authorization {
        var words: [Challenge.Parameter] = []
        switch user {
        case .name(let name), .hash(let name): words.append(Challenge.Parameter("username", name))
        case .extendedName(let name):
            words.append(Challenge.Parameter("username*", ExtendedValue.encode(name), isQuoted: false))
        }
        words += [Challenge.Parameter("realm", realm), Challenge.Parameter("uri", uri)]
        if let algorithm { words.append(Challenge.Parameter("algorithm", algorithm.name, isQuoted: false)) }
        words.append(Challenge.Parameter("nonce", nonce))
        if let nonceCount { words.append(Challenge.Parameter("nc", nonceCount.text, isQuoted: false)) }
        if let cnonce { words.append(Challenge.Parameter("cnonce", cnonce)) }
        if let qop { words.append(Challenge.Parameter("qop", qop.rawValue, isQuoted: false)) }
        words.append(Challenge.Parameter("response", response))
        if let opaque { words.append(Challenge.Parameter("opaque", opaque)) }
        if case .hash = user { words.append(Challenge.Parameter("userhash", "true", isQuoted: false)) }
        return Authorization(scheme: "Digest", parameters: words)
    }
}

extension DigestAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Digest ***" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
