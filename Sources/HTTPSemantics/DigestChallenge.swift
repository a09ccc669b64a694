/// A Digest challenge whose words were checked (RFC 7616 §3.3).
public struct DigestChallenge: Sendable, Hashable {
    /// The realm, compared with case.
    public let realm: String
    /// The server's nonce, to be sent back as it is.
    public private(set) var nonce: String
    /// What the client has to send back as it is.
    public let opaque: String?
    /// Whether only the nonce of the last attempt was refused, so that the user need not be asked again.
    public private(set) var isStale: Bool
    /// The algorithm; MD5 where none was named.
    public let algorithm: DigestAlgorithm
    /// Whether the challenge names its algorithm; an answer repeats no name that was not there.
    public let isAlgorithmNamed: Bool
    /// What an answer may cover, in the server's order, unknown ones left out; nil for the older form without qop (RFC 2069).
    public let qops: [QualityOfProtection]?
    /// The URIs of the protection space; empty where it is the whole origin.
    public let domain: [String]
    /// Whether names and passwords are UTF-8 (`charset`, RFC 7616 §4).
    public let isUTF8: Bool
    /// Whether the server takes a hash in place of the user name (RFC 7616 §3.4.4).
    public let usesUserHash: Bool

    /// Checks a challenge; throws where the scheme is another one, a word is missing, doubled or malformed, or the algorithm is unknown.
    public init(_ challenge: Challenge) throws(ChallengeError) {
        let words = try DigestParameters(challenge)
        realm = try words.require("realm")
        nonce = try words.require("nonce", mayBeEmpty: false)
        opaque = words["opaque"]
        isStale = words["stale"]?.isSameName(as: "true") ?? false
        let algorithm = try words.algorithm()
        self.algorithm = algorithm ?? .md5
        isAlgorithmNamed = algorithm != nil
        let tokens = words["qop"]?.split { $0 == "," || $0 == " " || $0 == "\t" } ?? []
        qops = tokens.isEmpty ? nil : tokens.compactMap { QualityOfProtection(String($0)) }
        domain = words["domain"]?.split { $0 == " " || $0 == "\t" }.map(String.init) ?? []
        isUTF8 = words["charset"]?.isSameName(as: "UTF-8") ?? false
        usesUserHash = words["userhash"]?.isSameName(as: "true") ?? false
    }

    /// The same challenge with the nonce that an `Authentication-Info` field named (RFC 7616 §3.5, nextnonce).
    public func renewed(nonce: String) -> DigestChallenge {
        var copy = self
        copy.nonce = nonce
        copy.isStale = false
        return copy
    }
}
