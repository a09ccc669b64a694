extension String {
    /// Whether two names are the same when ASCII letters are compared without case, as HTTP compares names (RFC 9110 §5.1, §11.1).
    func isSameName(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 | 0x20 && Self.isLetter($0)) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
