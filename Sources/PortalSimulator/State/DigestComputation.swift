internal import HTTPSemantics
internal import TLSIdentity

/// The hashes of Digest as a server needs them (RFC 7616 §3.4.1–3.4.3); the client's answers are made by other code.
struct DigestComputation {
    let hash: DigestAlgorithm.Hash

    /// The hash of user name, realm and password, from which every response is made.
    func secret(username: String, realm: String, password: String) -> String {
        hex("\(username):\(realm):\(password)".utf8)
    }

    /// The key of a session.
    func sessionKey(_ secret: String, _ session: NonceLedger.Session) -> String {
        hex("\(secret):\(session.nonce):\(session.cnonce)".utf8)
    }

    /// The hash that stands for a user name (RFC 7616 §3.4.4).
    func userHash(username: String, realm: String) -> String { hex("\(username):\(realm)".utf8) }

    /// The response that a request must carry.
    ///
    /// With an empty method it is `rspauth`, which the server proves itself with (RFC 7616 §3.5).
    func response(key: String, method: String, _ words: DigestAuthorization, body: [UInt8]) -> String {
        response(key: key, method: method, words, bodyHash: words.qop == .authInt ? hex(body) : nil)
    }

    /// The response that covers a body by its hash, or none.
    func response(key: String, method: String, _ words: DigestAuthorization, bodyHash: String?) -> String {
        let request = "\(method):\(words.uri)" + (bodyHash.map { ":\($0)" } ?? "")
        let hashedRequest = hex(request.utf8)
        guard let qop = words.qop, let count = words.nonceCount, let cnonce = words.cnonce else {
            return hex("\(key):\(words.nonce):\(hashedRequest)".utf8)
        }
        return hex("\(key):\(words.nonce):\(count.text):\(cnonce):\(qop.rawValue):\(hashedRequest)".utf8)
    }

    private func hex(_ bytes: some Collection<UInt8>) -> String {
        switch hash {
        case .md5: Digest.md5Hex(bytes)
        case .sha256: Digest.sha256Hex(bytes)
        }
    }
}
