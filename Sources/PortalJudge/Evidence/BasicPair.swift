internal import HTTPSemantics

/// The user name and password of a Basic header (RFC 7617 §2), the same however scheme, blanks and padding are written.
struct BasicPair: Hashable {
    /// The decoded pair, byte by byte; what stands in its place where it is no base64.
    let bytes: [UInt8]

    init(_ header: String) {
        let rest = String(header.trimmingBlanks().drop { $0 != " " }).trimmingBlanks()
        bytes = Base64.decode(rest) ?? Array(rest.utf8)
    }
}
