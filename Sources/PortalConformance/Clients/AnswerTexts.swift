internal import PortalJudge

/// What a portal says as it is told: without secrets, and no longer than a person reads.
struct AnswerTexts {
    /// Bytes of one text; an answer is told as far.
    static let longest = 4096

    private let eraser: SecretEraser

    init(without canaries: [Canary]) { eraser = SecretEraser(canaries) }

    /// A text as it is told; what is left of a secret at the end is a piece of it, and hidden like any other.
    func told(_ text: String) -> String {
        let excess = text.utf8.count - Self.longest
        guard excess > 0 else { return eraser.text(text) }
        return eraser.text(String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self))
            + "… \(excess) further bytes"
    }
}
