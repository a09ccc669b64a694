/// The pieces in which a large file is searched.
enum SecretPiece {
    static let size = 1 << 18
    /// More than a secret takes in any encoding: a private key in base64, each byte of it percent-encoded twice.
    static let overlap = 1 << 15
}
