internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// ID tokens as signed JSON Web Tokens (RFC 7519, RFC 7515 §3.1) with RS256 or ES256 (RFC 7518 §3.3, §3.4).
enum JSONWebToken {
    /// Why a token does not count.
    struct Refusal: Error, Equatable {
        let reason: String
    }

    /// What signing with a kind of key is called.
    static func name(of algorithm: KeyAlgorithm) -> String { algorithm == .rsa ? "RS256" : "ES256" }

    /// The name by which a key is told: its thumbprint (RFC 7638).
    static func keyID(_ key: VerificationKey) throws(TLSIdentityError) -> String {
        let text: String
        switch try key.numbers() {
        case .rsa(let modulus, let exponent):
            text = "{\"e\":\"\(Base64URL.encode(exponent))\",\"kty\":\"RSA\",\"n\":\"\(Base64URL.encode(modulus))\"}"
        case .p256(let x, let y):
            text =
                "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(Base64URL.encode(x))\",\"y\":\"\(Base64URL.encode(y))\"}"
        }
        return Base64URL.encode(Digest.sha256(Array(text.utf8)))
    }

    /// The key as a member of a JSON Web Key Set (RFC 7517 §4, RFC 7518 §6).
    static func publicKey(_ key: VerificationKey) throws(TLSIdentityError) -> JSONValue {
        var members: [String: JSONValue] = [
            "use": "sig", "alg": .string(name(of: key.algorithm)), "kid": .string(try keyID(key)),
        ]
        switch try key.numbers() {
        case .rsa(let modulus, let exponent):
            members["kty"] = "RSA"
            members["n"] = .string(Base64URL.encode(modulus))
            members["e"] = .string(Base64URL.encode(exponent))
        case .p256(let x, let y):
            members["kty"] = "EC"
            members["crv"] = "P-256"
            members["x"] = .string(Base64URL.encode(x))
            members["y"] = .string(Base64URL.encode(y))
        }
        return .object(members)
    }

    /// Signs claims; without a key the token says that it is not signed (RFC 7519 §6).
    static func text(
        _ claims: JSONValue, key: SigningKey?, keyID: String?
    ) throws(TLSIdentityError) -> String {
        var header: [String: JSONValue] = ["typ": "JWT", "alg": .string(key.map { name(of: $0.algorithm) } ?? "none")]
        if let keyID { header["kid"] = .string(keyID) }
        let signed = [JSONValue.object(header), claims].map { Base64URL.encode($0.bytes()) }.joined(separator: ".")
        guard let key else { return signed + "." }
        return "\(signed).\(Base64URL.encode(try key.signature(of: Array(signed.utf8))))"
    }

    /// The claims of a token that one of some keys signed, which it must name; the algorithm is the key's, never the token's choice
    /// (RFC 8725 §3.1).
    static func claims(of token: String, keys: [VerificationKey]) throws -> JSONValue {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= 32 << 10, parts.count == 3, let head = Base64URL.decode(parts[0]),
            let header = try? JSONValue(parsing: head), let body = Base64URL.decode(parts[1]),
            let claims = try? JSONValue(parsing: body), claims.object != nil
        else { throw Refusal(reason: "the ID token cannot be read") }
        let algorithm = header["alg"]?.string
        guard algorithm != "none", !parts[2].isEmpty else { throw Refusal(reason: "the ID token is not signed") }
        let named = try keys.first { try keyID($0) == header["kid"]?.string }
        guard let key = named else { throw Refusal(reason: "the ID token names a key that the provider does not have") }
        guard algorithm == name(of: key.algorithm) else {
            throw Refusal(reason: "the ID token is signed with another algorithm than the provider's key")
        }
        guard let signature = Base64URL.decode(parts[2]),
            key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
        else { throw Refusal(reason: "the signature of the ID token is not of the provider's key") }
        return claims
    }
}
