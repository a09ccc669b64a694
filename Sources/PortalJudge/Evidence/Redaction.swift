internal import HTTPSemantics

/// Puts placeholders where secrets were: whole ones first, in the encoding in which they stood, then pieces of them.
struct Redaction: Sendable {
    private let swaps: [Swap]
    /// Which of them a text may need.
    let index: SecretIndex
    private let pieces: SecretPieces

    /// Prepares secrets, each with what stands for it and for a piece of it; nil for one that its pieces do not give away.
    ///
    /// Those of the machine may be any words: they stay inside words of the protocol (``ProtocolWords``), and one that is too short is
    /// looked for nowhere else than between what is neither letter nor digit.
    init(
        _ secrets: [(canary: Canary, placeholder: String, piece: String?)],
        ofMachine others: [(canary: Canary, placeholder: String, piece: String?)] = []
    ) {
        let own = secrets.compactMap { Swap(SecretScan($0.canary), placeholder: $0.placeholder) }
        let given = others.compactMap { other in
            Swap(
                SecretScan(other.canary) ?? SecretScan(word: other.canary), placeholder: other.placeholder,
                sparesWords: true)
        }
        // The longest first, so that no secret is hidden inside another's placeholder.
        swaps = (own + given).sorted { $0.scan.secret.count > $1.scan.secret.count }
        index = SecretIndex(swaps.map(\.scan))
        pieces = SecretPieces(
            secrets.compactMap { secret in secret.piece.map { (secret.canary, $0) } },
            ofMachine: others.compactMap { other in other.piece.map { (other.canary, $0) } })
    }

    /// What stands for a piece of a secret whose placeholder is given; nil where that is none.
    static func piece(ofPlaceholder text: String) -> String? {
        text.hasPrefix("redacted-") ? "piece-of-" + text.dropFirst("redacted-".count) : nil
    }

    /// The bytes without secrets; where they are a form, what it reads as another text keeps being another one.
    func bytes(_ bytes: [UInt8], isForm: Bool = false) -> [UInt8] {
        pieces.replaced(in: swapped(bytes, among: index.candidates) { $0.applied(to: $1, isForm: isForm) })
    }

    /// The text without secrets.
    func text(_ text: String) -> String { String(decoding: bytes(Array(text.utf8)), as: UTF8.self) }

    /// The name of a host, or what holds one, without secrets in small letters.
    func foldedText(_ text: String) -> String {
        swapped(text, among: index.foldedCandidates) { $0.applied(toHost: $1) }
    }

    /// A text with swaps applied in order, each to what the ones before it left.
    private func swapped<Text: Equatable>(
        _ text: Text, among candidates: (Text) -> [Int], by apply: (Swap, Text) -> Text
    ) -> Text {
        var result = text
        var rest = candidates(text)[...]
        while let number = rest.popFirst() {
            let next = apply(swaps[number], result)
            guard next != result else { continue }
            result = next
            // What stands around a placeholder may make another secret with it.
            rest = candidates(result).filter { $0 > number }[...]
        }
        return result
    }

    /// The placeholders of the secrets that stand whole in a text.
    func placeholders(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        return index.candidates(in: bytes).map { swaps[$0] }.filter { $0.isFound(in: bytes) }.map(\.placeholder)
    }
}

/// Puts a placeholder where a secret was, in the encoding in which it was found.
private struct Swap: Sendable {
    let placeholder: String
    let scan: SecretScan
    /// Whether the secret stays where it is a part of a word of the protocol.
    private let sparesWords: Bool
    private let plain: [UInt8]
    private let encoded: [[UInt8]]
    /// What follows the secret's own base64, by alignment.
    private let ends: [[UInt8]]

    init?(_ scan: SecretScan?, placeholder: String, sparesWords: Bool = false) {
        guard let scan else { return nil }
        self.scan = scan
        self.sparesWords = sparesWords
        self.placeholder = placeholder
        plain = Array(placeholder.utf8)
        encoded = Base64Core.variants(of: plain)
        ends = Base64Core.ends(of: Array(scan.canary.value.utf8))
    }

    /// The name of a host, or what holds one, with the placeholder where the secret stands in small letters.
    func applied(toHost text: String) -> String { scan.folded?.replaced(in: text, by: plain) ?? text }

    func isFound(in bytes: [UInt8]) -> Bool { sparesWords ? !ranges(in: bytes).isEmpty : scan.isFound(in: bytes) }

    private func ranges(in bytes: [UInt8]) -> [(range: Range<Int>, alignment: Int?)] {
        let found = scan.ranges(in: bytes)
        return sparesWords ? found.filter { !ProtocolWords.isPart($0.range, of: bytes) } : found
    }

    /// The bytes with the placeholder in them, and a mark behind it where a form reads the place as another text: a `+` in it is
    /// a blank (WHATWG URL, application/x-www-form-urlencoded).
    func applied(to bytes: [UInt8], isForm: Bool) -> [UInt8] {
        let ranges = ranges(in: bytes)
        guard !ranges.isEmpty else { return bytes }
        var result: [UInt8] = []
        var start = 0
        for (range, alignment) in ranges {
            // Where two touch in base64, the characters that both take part in went with the first one.
            if start < range.lowerBound { result += bytes[start..<range.lowerBound] }
            result += alignment.map { encoded[$0] } ?? plain
            if isForm, alignment == nil, bytes[range].contains(UInt8(ascii: "+")),
                FormURLEncoded.fields(of: Array("x=".utf8) + bytes[range]).first?.value != scan.canary.value
            {
                result += Array("-with-blanks".utf8)
            }
            start = range.upperBound
            if let end = alignment.map({ ends[$0] }), Base64Core.isAt(range.upperBound, end, in: bytes) {
                result += Base64Core.filled(end: end.count)
                start = min(range.upperBound + end.count + 1, bytes.count)
            }
        }
        return result + bytes[start...]
    }
}
