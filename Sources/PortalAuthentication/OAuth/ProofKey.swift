package import HTTPSemantics
internal import TLSIdentity

/// The proof that the client that redeems a code is the one that asked for it (RFC 7636); its method is always S256.
package struct ProofKey: Sendable {
    /// How the challenge is made of the verifier (RFC 7636 §4.2); `plain` is never offered.
    package static let method = "S256"

    /// 43 characters that cannot be guessed (RFC 7636 §4.1); it leaves in the body of the token request only.
    package let verifier: Secret<String>

    /// Makes a fresh one of 32 random bytes (RFC 7636 §7.1).
    package init() { verifier = Secret(Base64URL.encode(randomBytes(32))) }

    /// Takes a verifier as it is, for the vector of RFC 7636 appendix B.
    package init(verifier: Secret<String>) { self.verifier = verifier }

    /// What the sign-in page is given.
    package var challenge: String { Base64URL.encode(Digest.sha256(verifier.reveal { Array($0.utf8) })) }
}
