extension StringProtocol {
    /// Where a short text first stands, byte by byte; nil where it does not, and for an empty text.
    ///
    /// A search by characters, as the standard library's, misses a text whose last letter is followed by a combining mark.
    package func firstRange(of text: String) -> Range<Index>? { firstRange(of: text, isSame: ==) }

    /// Where a short text first stands, byte by byte with ASCII letters in either case; nil where it does not, and for an empty text.
    package func firstRange(ofLetters text: String) -> Range<Index>? {
        firstRange(of: text, isSame: ASCIILetter.isSame)
    }

    @inline(__always)
    private func firstRange(of text: String, isSame: (UInt8, UInt8) -> Bool) -> Range<Index>? {
        var text = text
        return text.withUTF8 { wanted in
            func search(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? { Self.offset(of: wanted, in: bytes, isSame) }
            // Texts that Swift made hold their bytes in one piece; others are copied.
            let found = utf8.withContiguousStorageIfAvailable(search) ?? Array(utf8).withUnsafeBufferPointer(search)
            guard let found else { return nil }
            let start = utf8.index(utf8.startIndex, offsetBy: found)
            return start..<utf8.index(start, offsetBy: wanted.count)
        }
    }

    @inline(__always)
    private static func offset(
        of wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, _ isSame: (UInt8, UInt8) -> Bool
    ) -> Int? {
        guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
        for start in 0...bytes.count - wanted.count where isSame(bytes[start], first) {
            var same = 1
            while same < wanted.count, isSame(bytes[start + same], wanted[same]) { same += 1 }
            if same == wanted.count { return start }
        }
        return nil
    }
}
