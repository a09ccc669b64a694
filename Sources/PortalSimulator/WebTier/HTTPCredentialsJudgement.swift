internal import HTTPSemantics
internal import PortalJudge

/// What the web tier made of the HTTP credentials of one request.
struct HTTPCredentialsJudgement {
    /// The words of the journal, the verdict among them.
    var authorization: Journal.Authorization
    /// Why, in a sentence without secrets.
    var reason: String
    /// Whether the request is malformed rather than unauthorized (RFC 7616 §3.4.6).
    var isBadRequest = false
    /// Whether a nonce count is what is wrong with malformed credentials (RFC 7616 §3.4, nc).
    var isCountWrong = false
    /// Where Digest credentials are right: what `Authentication-Info` is made from.
    var proof: DigestProof?
    /// Whether the key of a Digest session is not the one that its first request made (RFC 7616 §3.4.2).
    var renewsSession = false
    /// What is sent back of a Negotiate or NTLM exchange: beside a 401 where it goes on, beside the answer where it has ended (RFC 4559 §5).
    var reply: [HeaderField] = []
    /// What Negotiate tells of a refusal, in Base64, beside the challenge (RFC 4559 §5); nil for nothing.
    var errorToken: String?
    /// What the client did wrong, where the verdict alone does not tell.
    var ownCause: Journal.Cause?

    var isRight: Bool { authorization.verdict == .right }

    /// What the client did wrong; nil where the credentials are right, or only their nonce has grown old.
    var cause: Journal.Cause? {
        if let ownCause { return ownCause }
        return switch authorization.verdict {
        case .right, .stale, .continued: nil
        case .wrong: .credentialsWrong
        case .replayed: .digestCount
        case .malformed: isBadRequest ? .digestURI : isCountWrong ? .digestCount : .credentialsMalformed
        case .unasked: .credentialsUnasked
        }
    }
}

/// What a server proves itself with after right Digest credentials (RFC 7616 §3.5).
struct DigestProof: Sendable {
    let words: DigestAuthorization
    let computation: DigestComputation
    let key: String
    /// Where the key belongs to a session: its first nonce and cnonce.
    let session: NonceLedger.Session?

    /// The field, for an answer with this body.
    func information(body: [UInt8], tellsProof: Bool, next: String?) -> HeaderField? {
        var parameters: [Challenge.Parameter] = []
        if let next { parameters.append(.init("nextnonce", next)) }
        if tellsProof, let qop = words.qop, let count = words.nonceCount, let cnonce = words.cnonce {
            let proof = computation.response(key: key, method: "", words, body: body)
            parameters += [
                .init("rspauth", proof), .init("cnonce", cnonce), .init("nc", count.text, isQuoted: false),
                .init("qop", qop.rawValue, isQuoted: false),
            ]
        }
        guard !parameters.isEmpty else { return nil }
        return HeaderField("Authentication-Info", AuthenticationInfo(parameters: parameters).description)
    }
}

extension Journal.Authorization {
    /// The words of HTTP credentials that no gate has looked at; nil for a bearer token, which is no credential of a web server.
    static func unjudged(_ fieldValue: String, verdict: Verdict) -> Journal.Authorization? {
        guard let authorization = Authorization(fieldValue: fieldValue) else {
            let scheme = fieldValue.utf8.prefix { HeaderField.isTokenByte($0) }
            let name = String(decoding: scheme, as: UTF8.self).lowercased()
            return name == "bearer" ? nil : Journal.Authorization(scheme: shown(name), verdict: .malformed)
        }
        switch authorization.method {
        case AuthenticationMethod("bearer"): return nil
        case .basic:
            let credentials = authorization.token68.flatMap { BasicCredentials(token68: $0) }
            return Journal.Authorization(
                scheme: "basic", username: credentials?.displayName, verdict: credentials == nil ? .malformed : verdict)
        case .digest:
            guard let words = try? DigestAuthorization(authorization) else {
                return Journal.Authorization(
                    scheme: "digest", username: authorization["username"], verdict: .malformed,
                    realm: authorization["realm"], algorithm: authorization["algorithm"])
            }
            return Journal.Authorization(words, nonce: nil, verdict: verdict)
        default: return Journal.Authorization(scheme: shown(authorization.method.description), verdict: verdict)
        }
    }

    /// A scheme's name; any other word may be a token or a password without its scheme, and is not kept.
    private static func shown(_ scheme: String) -> String {
        scheme.isEmpty || schemes.contains(scheme) ? scheme : "unknown"
    }

    /// Those of iana.org, "HTTP Authentication Scheme Registry", and two in wide use.
    private static let schemes: Set = [
        "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "oauth",
        "privatetoken", "scram-sha-1", "scram-sha-256", "vapid", "ntlm", "aws4-hmac-sha256",
    ]

    /// The words of Digest credentials, with the alias of their nonce where it is known.
    init(_ words: DigestAuthorization, nonce: String?, verdict: Verdict) {
        self.init(
            scheme: "digest", username: words.username, verdict: verdict, realm: words.realm, nonce: nonce ?? "unknown",
            nonceCount: words.nonceCount.map { Int($0.value) }, cnonce: words.cnonce, qop: words.qop?.rawValue,
            algorithm: words.algorithm?.name)
    }
}
