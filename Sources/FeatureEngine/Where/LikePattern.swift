/// A pattern of LIKE: `%` stands for any text, `_` for one character; time grows with text times pattern, never faster.
struct LikePattern: Sendable {
    /// Bytes that a pattern may have.
    static let maximumLength = 1000

    private enum Element {
        case byte(UInt8)
        case one
        case many
    }
    private let elements: [Element]

    init(_ text: String, escape: UInt8?) {
        var elements: [Element] = []
        var isEscaped = false
        for byte in text.utf8 {
            if !isEscaped, byte == escape {
                isEscaped = true
                continue
            }
            switch byte {
            case UInt8(ascii: "%") where !isEscaped:
                if case .many? = elements.last { continue }
                elements.append(.many)
            case UInt8(ascii: "_") where !isEscaped: elements.append(.one)
            default: elements.append(.byte(byte))
            }
            isEscaped = false
        }
        self.elements = elements
    }

    /// What comparing one text of an operand costs at most; nil where its texts are worked out.
    func highestCost(of operand: BoundOperand) -> Int? {
        guard let cost = operand.highestCost, let longest = operand.longestText else { return nil }
        // Each character is tried once after each `%`, against every element behind it.
        return cost + (longest + 2) * (elements.count + 2) / 2
    }

    /// Whether a whole text is like it, and in how many steps that was found out; it is not known after `limit` steps.
    func compared(with text: String, atMost limit: Int) -> (isLike: Bool, steps: Int) {
        var text = text
        var steps = 0
        let isLike = text.withUTF8 { matches($0, &steps, atMost: limit) }
        return (isLike, steps)
    }

    /// After a mismatch only the last `%` is tried at the next place.
    private func matches(_ text: UnsafeBufferPointer<UInt8>, _ steps: inout Int, atMost limit: Int) -> Bool {
        var at = 0
        var element = 0
        var retry: (element: Int, at: Int)?
        while at < text.count || element < elements.count {
            guard steps < limit else { return false }
            steps += 1
            if element < elements.count {
                switch elements[element] {
                case .many:
                    element += 1
                    retry = (element, at)
                    continue
                case .one where at < text.count:
                    at += Self.length(text, at)
                    element += 1
                    continue
                case .byte(let byte) where at < text.count && text[at] == byte:
                    at += 1
                    element += 1
                    continue
                default: break
                }
            }
            guard let last = retry, last.at < text.count else { return false }
            let next = last.at + Self.length(text, last.at)
            retry = (last.element, next)
            element = last.element
            at = next
        }
        return true
    }

    /// Bytes of the character that begins at an index (RFC 3629 §3).
    private static func length(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        var end = index + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return end - index
    }
}
