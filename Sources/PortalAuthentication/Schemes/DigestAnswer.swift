package import HTTPSemantics
internal import TLSIdentity

/// One answer to a Digest challenge (RFC 7616 §3.4; the form without qop is RFC 2069's).
package struct DigestAnswer: Sendable {
    /// The nonce that was answered.
    package let nonce: String
    /// The count that was used up; nil in the form without qop, which counts nothing.
    package let nonceCount: NonceCount?
    /// The value of `Authorization`.
    package let fieldValue: Secret<String>

    /// Answers for one request; qop=auth wherever it is offered, else auth-int over the body, where nil is a request without one.
    ///
    /// The body is asked for only where it is covered. A session algorithm takes the client's nonce for that of the session: use one
    /// per server nonce. Throws `unsupportedQop` where only unknown ones are offered, `invalidArgument` for control characters in the
    /// name, and what asking for the body throws.
    package init(
        challenge: DigestChallenge, username: String, password: Secret<String>, method: String, uri: String,
        body: () throws(PortalError) -> [UInt8]?, nonceCount: NonceCount, cnonce: String
    ) throws(PortalError) {
        try self.init(
            challenge: challenge, username: username,
            key: Self.key(for: challenge, username: username, password: password), method: method, uri: uri, body: body,
            nonceCount: nonceCount, cnonce: cnonce)
    }

    /// The part that is the same for every request of a user in a realm: a hash of name, realm and password, as good as the password.
    static func key(for challenge: DigestChallenge, username: String, password: Secret<String>) -> Secret<String> {
        Secret(password.reveal { Hash(challenge.algorithm.hash).hex([username, challenge.realm, $0]) })
    }

    /// Answers with what ``key(for:username:password:)`` gave.
    init(
        challenge: DigestChallenge, username: String, key: Secret<String>, method: String, uri: String,
        body: () throws(PortalError) -> [UInt8]?, nonceCount: NonceCount, cnonce: String
    ) throws(PortalError) {
        guard !username.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw PortalError(
                .invalidArgument, detail: "a user name with control characters cannot be sent; remove them")
        }
        let qop = try Self.qop(of: challenge)
        let hash = Hash(challenge.algorithm.hash)
        var proof = key.reveal { $0 }
        if challenge.algorithm.isSession { proof = hash.hex([proof, challenge.nonce, cnonce]) }

        var request = [method, uri]
        if qop == .authInt { request.append(hash.hex(try body() ?? [])) }
        let covered = hash.hex(request)
        let words = qop.map { [challenge.nonce, nonceCount.text, cnonce, $0.rawValue] } ?? [challenge.nonce]

        nonce = challenge.nonce
        self.nonceCount = qop == nil ? nil : nonceCount
        let authorization = DigestAuthorization(
            user: Self.user(username, for: challenge, hash), realm: challenge.realm, nonce: challenge.nonce, uri: uri,
            response: hash.hex([proof] + words + [covered]),
            algorithm: challenge.isAlgorithmNamed ? challenge.algorithm : nil,
            // Without qop nothing but a session's key needs the client's nonce (RFC 2617 §3.2.2).
            cnonce: qop != nil || challenge.algorithm.isSession ? cnonce : nil,
            nonceCount: self.nonceCount, qop: qop, opaque: challenge.opaque)
        fieldValue = Secret(authorization.authorization.fieldValue)
    }

    /// What the answer will cover; nil where the server asks in the form without qop.
    private static func qop(of challenge: DigestChallenge) throws(PortalError) -> QualityOfProtection? {
        guard let offered = challenge.qops else { return nil }
        if offered.contains(.auth) { return .auth }
        guard offered.contains(.authInt) else { throw PortalError.unsupportedQop }
        return .authInt
    }

    /// The name as the server wants it: hashed (RFC 7616 §3.4.4), in RFC 8187's notation, or as it is.
    private static func user(_ name: String, for challenge: DigestChallenge, _ hash: Hash) -> DigestAuthorization.User {
        if challenge.usesUserHash { return .hash(hash.hex([name, challenge.realm])) }
        return challenge.isUTF8 && !name.utf8.allSatisfy { $0 < 0x80 } ? .extendedName(name) : .name(name)
    }
}

/// `H` and `KD` of RFC 7616 §3.4: a hash in lower-case hex, over words joined by colons.
private struct Hash {
    private let algorithm: DigestAlgorithm.Hash

    init(_ algorithm: DigestAlgorithm.Hash) { self.algorithm = algorithm }

    func hex(_ words: [String]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.reduce(words.count) { $0 + $1.utf8.count })
        for (index, word) in words.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ":")) }
            bytes += word.utf8
        }
        return hex(bytes)
    }

    func hex(_ bytes: [UInt8]) -> String {
        switch algorithm {
        case .md5: Digest.md5Hex(bytes)
        case .sha256: Digest.sha256Hex(bytes)
        }
    }
}

extension PortalError {
    /// A Digest that covers only what this client cannot compute.
    static var unsupportedQop: PortalError {
        PortalError(.unsupportedQop, detail: "the server's Digest offers neither qop=auth nor qop=auth-int")
    }
}
