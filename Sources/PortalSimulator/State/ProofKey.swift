internal import HTTPSemantics
internal import TLSIdentity

/// Proof Key for Code Exchange (RFC 7636): what an authorization promises and the redeeming of its code must keep.
enum ProofKey: Sendable, Equatable {
    /// The challenge is the verifier itself (§4.2).
    case plain(String)
    /// The challenge is the base64url text of the verifier's SHA-256.
    case s256(String)

    /// Whether a verifier keeps the promise (RFC 7636 §4.6).
    func isKept(by verifier: String) -> Bool {
        switch self {
        case .plain(let challenge): challenge.utf8.elementsEqual(verifier.utf8)
        case .s256(let challenge): challenge.utf8.elementsEqual(Self.challenge(for: verifier).utf8)
        }
    }

    /// The challenge of a verifier by S256: 43 characters without padding.
    static func challenge(for verifier: String) -> String { Base64URL.encode(Digest.sha256(Array(verifier.utf8))) }

    /// Whether a text has the form of a verifier or of a challenge (RFC 7636 §4.1, §4.2): 43 to 128 unreserved characters.
    static func isWellFormed(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { HTTPToken.isAlphanumeric($0) || "-._~".utf8.contains($0) }
    }
}
