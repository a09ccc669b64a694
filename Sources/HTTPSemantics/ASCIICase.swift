extension String {
    /// Whether two names are the same when ASCII letters are compared without case, as HTTP compares names (RFC 9110 §5.1, §11.1).
    package func isSameName(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8, by: ASCIILetter.isSame)
    }
}

/// Letters of ASCII, whose case HTTP and HTML ignore in names.
enum ASCIILetter {
    /// Whether two bytes are the same, or one letter in both cases.
    static func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || one | 0x20 == other | 0x20 && (0x61...0x7A).contains(one | 0x20)
    }
}
