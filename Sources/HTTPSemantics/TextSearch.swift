extension StringProtocol {
    /// Where a short text first stands, byte by byte; nil where it does not, and for an empty text.
    ///
    /// A search by characters, as the standard library's, misses a text whose last letter is followed by a combining mark.
    package func firstRange(of text: String) -> Range<Index>? {
        let bytes = utf8
        let wanted = text.utf8
        guard let first = wanted.first else { return nil }
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: first) {
            if bytes[found...].starts(with: wanted) {
                return found..<bytes.index(found, offsetBy: wanted.count)
            }
            start = bytes.index(after: found)
        }
        return nil
    }

    /// Where a short text first stands, byte by byte with ASCII letters in either case; nil where it does not, and for an empty text.
    package func firstRange(ofLetters text: String) -> Range<Index>? {
        let bytes = utf8
        let wanted = text.utf8
        guard !wanted.isEmpty else { return nil }
        var start = bytes.startIndex
        while start < bytes.endIndex {
            if bytes[start...].starts(with: wanted, by: ASCIILetter.isSame) {
                return start..<bytes.index(start, offsetBy: wanted.count)
            }
            start = bytes.index(after: start)
        }
        return nil
    }
}
