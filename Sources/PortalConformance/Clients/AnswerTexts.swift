internal import PortalJudge

/// What a portal says as it is told: without secrets, and no longer than a person reads.
struct AnswerTexts {
    /// Bytes of one text.
    private static let longest = 4096

    private let eraser: SecretEraser

    init(without canaries: [Canary]) { eraser = SecretEraser(canaries) }

    /// A text as it is told; what is left of a secret at the end is a piece of it, and hidden like any other.
    func told(_ text: String) -> String {
        let (start, more) = Self.beginning(of: text.utf8)
        return eraser.text(start) + more
    }

    /// As much of an answer as is told, and how much more there is; an empty text where that is all.
    static func beginning(of bytes: some Collection<UInt8>) -> (start: String, more: String) {
        let excess = bytes.count - longest
        return (String(decoding: bytes.prefix(longest), as: UTF8.self), excess > 0 ? "… \(excess) further bytes" : "")
    }
}
