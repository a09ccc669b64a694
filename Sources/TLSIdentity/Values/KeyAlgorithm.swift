/// What kind of key a certificate is made for.
public enum KeyAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// An elliptic curve key on P-256 (FIPS 186-5 §6), which takes microseconds to make.
    case p256
    /// An RSA key of 2048 bits, as most deployed certificates have it; one takes some 35 ms to make.
    case rsa
}
