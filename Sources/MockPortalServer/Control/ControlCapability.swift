internal import HTTPSemantics
internal import TLSIdentity

/// The part of a control address that lets its caller in: 128 random bits, which nothing but the address tells.
struct ControlCapability: Sendable {
    /// The bits as they stand in the path (RFC 4648 §5).
    let text: String

    /// Makes a new one.
    init() { text = Base64URL.encode(randomBytes(16)) }

    /// Whether a word of a path is this capability; how long that takes does not tell how much of it is right.
    func isGiven(by word: some StringProtocol) -> Bool {
        let own = Array(text.utf8), given = Array(word.utf8)
        guard own.count == given.count else { return false }
        return zip(own, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
