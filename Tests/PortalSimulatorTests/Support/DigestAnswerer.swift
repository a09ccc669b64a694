import HTTPSemantics
import TLSIdentity
import Testing

@testable import PortalSimulator

/// Answers Digest challenges as a client would, written down from RFC 7616 §3.4 a second time.
struct DigestAnswerer {
    var username = "alice"
    var password: String
    var challenge: Challenge
    var method = "GET"
    var uri = "/portal/sharing/rest/portals/self?f=json"
    var body = ""
    var cnonce = "0a4f113b"
    var qop: String? = "auth"
    var count = 1

    /// Takes the first challenge of a 401 with an algorithm.
    init(_ outcome: SiteProbe.Outcome, password: String, algorithm: String? = nil) throws {
        self.password = password
        challenge = try #require(
            Challenge.challenges(in: outcome.answer.prepared.headers).first {
                $0.method == .digest && (algorithm == nil || $0["algorithm"] == algorithm)
            })
        if challenge["qop"] == nil { qop = nil }
    }

    private func hash(_ text: String) -> String {
        challenge["algorithm"]?.hasPrefix("SHA-256") == true
            ? Digest.sha256Hex(Array(text.utf8)) : Digest.md5Hex(Array(text.utf8))
    }

    var nonce: String { challenge["nonce"] ?? "" }
    var nc: String { String(repeating: "0", count: 8 - String(count, radix: 16).count) + String(count, radix: 16) }

    private var key: String {
        let key = hash("\(username):\(challenge.realm ?? ""):\(password)")
        return challenge["algorithm"]?.hasSuffix("-sess") == true ? hash("\(key):\(nonce):\(cnonce)") : key
    }

    private func proof(_ method: String, body: String) -> String {
        var second = "\(method):\(uri)"
        if qop == "auth-int" { second += ":\(hash(body))" }
        guard let qop else { return hash("\(key):\(nonce):\(hash(second))") }
        return hash("\(key):\(nonce):\(nc):\(cnonce):\(qop):\(hash(second))")
    }

    var response: String { proof(method, body: body) }
    /// What the server must prove itself with, for an answer with this body.
    func rspauth(_ answer: String = "") -> String { proof("", body: answer) }

    /// The header field; a change puts another value in the place of one of its words, nil leaves it out.
    func header(_ changes: [String: String?] = [:]) -> (String, String) {
        var words: [(String, String)] = [
            ("username", "\"\(username)\""), ("realm", "\"\(challenge.realm ?? "")\""), ("nonce", "\"\(nonce)\""),
            ("uri", "\"\(uri)\""), ("response", "\"\(response)\""),
        ]
        if let algorithm = challenge["algorithm"] { words.append(("algorithm", algorithm)) }
        if let opaque = challenge["opaque"] { words.append(("opaque", "\"\(opaque)\"")) }
        if let qop { words += [("qop", qop), ("nc", nc), ("cnonce", "\"\(cnonce)\"")] }
        let fields = words.compactMap { name, value -> String? in
            guard let change = changes[name] else { return "\(name)=\(value)" }
            return change.map { "\(name)=\($0)" }
        }
        return ("Authorization", "Digest " + fields.joined(separator: ", "))
    }
}

extension SiteProbe {
    /// What the tests ask for; the same target as ``DigestAnswerer/uri``.
    func getSelf(_ headers: [(String, String)] = []) -> Outcome { get("portals/self", headers: headers) }

    /// An answerer for the challenge that a bare request gets.
    func answerer(algorithm: String? = nil) throws -> DigestAnswerer {
        try DigestAnswerer(getSelf(), password: password(of: "alice"), algorithm: algorithm)
    }
}
