internal import HTTPSemantics

/// Tells in one pass which of many secrets a text may hold, so that only those are searched for one by one.
///
/// What it does not name stands nowhere in the text, in none of the forms that ``SecretScan`` knows. The time is that of the text's
/// length and of what is found, not that of the number of secrets: a client decides how many tokens it fetches.
struct SecretIndex: Sendable {
    /// Keys, which are found in parts, and words: a client cannot add to them.
    private let others: [Int]
    private let plain: SortedTexts
    private let encoded: SortedTexts
    private let folded: SortedTexts
    private let beginnings: Beginnings

    /// Prepares secrets; each goes by its place in the list, and a long one by its beginning: to go on from each place through all of it
    /// takes too long where the text repeats it.
    init(_ scans: [SecretScan]) {
        others = scans.indices.filter { scans[$0].isSearchedAlone }
        let alike = scans.indices.filter { !scans[$0].isSearchedAlone }
        let plain = alike.map { (text: Array(scans[$0].secret.prefix(LongSecret.mostTried)), owner: $0) }
        let encoded = alike.flatMap { number in
            scans[number].encoded.filter { !$0.isEmpty }
                .map { (text: Array($0.prefix(LongSecret.mostTried)), owner: number) }
        }
        let folded = scans.indices.compactMap { number in
            scans[number].folded.map { (text: $0.bytes, owner: number) }
        }
        beginnings = Beginnings((plain + encoded + folded).map(\.text), inHex: plain.map(\.text))
        self.plain = SortedTexts(plain)
        self.encoded = SortedTexts(encoded)
        self.folded = SortedTexts(folded)
    }

    /// The numbers of the secrets that the bytes may hold, in order.
    func candidates(in bytes: [UInt8]) -> [Int] {
        var found = Set(others)
        let hasEscapes = bytes.contains(UInt8(ascii: "\\"))
        for start in beginnings.places(in: bytes) {
            findPlain(at: start, in: bytes, &found)
            findHex(at: start, in: bytes, &found)
            if hasEscapes { findEscaped(at: start, in: bytes, &found) }
            Self.find(encoded, at: start, in: bytes, reading: Base64Core.standard, &found)
        }
        return found.sorted()
    }

    /// The numbers of the secrets that a text may hold in small letters, as the name of a host does, in order.
    func foldedCandidates(in text: String) -> [Int] {
        let bytes = Array(text.utf8)
        var found: Set<Int> = []
        for start in beginnings.places(in: bytes) {
            Self.find(folded, at: start, in: bytes, reading: FoldedSecret.folded, &found)
        }
        return found.sorted()
    }

    private static func find(
        _ texts: SortedTexts, at start: Int, in bytes: [UInt8], reading: (UInt8) -> UInt8, _ found: inout Set<Int>
    ) {
        var match = texts.all
        for byte in bytes[start...] {
            guard let next = texts.narrowed(match, by: reading(byte)) else { return }
            match = next
            found.formUnion(texts.owners(endingAt: match))
        }
    }

    /// Finds secrets that stand at a place as they are, or percent-encoded once or twice.
    private func findPlain(at start: Int, in bytes: [UInt8], _ found: inout Set<Int>) {
        var open = [(match: plain.all, index: start)]
        while let (match, index) = open.popLast() {
            guard index < bytes.count else { continue }
            for (byte, length) in Self.readings(at: index, in: bytes) {
                guard let next = plain.narrowed(match, by: byte) else { continue }
                found.formUnion(plain.owners(endingAt: next))
                open.append((next, index + length))
            }
        }
    }

    /// What a byte may stand for, by itself or with those behind it, each with the bytes that it takes.
    private static func readings(at index: Int, in bytes: [UInt8]) -> [(byte: UInt8, length: Int)] {
        let byte = bytes[index]
        // A form writes a blank as `+` (WHATWG URL, application/x-www-form-urlencoded).
        if byte == UInt8(ascii: "+") { return [(byte, 1), (UInt8(ascii: " "), 1)] }
        guard byte == UInt8(ascii: "%") else { return [(byte, 1)] }
        var found: [(byte: UInt8, length: Int)] = []
        if let once = hexadecimal(at: index + 1, in: bytes) { found.append((once, 3)) }
        // A URL that is a parameter of another one is encoded twice.
        if hexadecimal(at: index + 1, in: bytes) == UInt8(ascii: "%"),
            let twice = hexadecimal(at: index + 3, in: bytes), twice != UInt8(ascii: "%")
        {
            found.append((twice, 5))
        }
        if !found.contains(where: { $0.byte == byte }) { found.append((byte, 1)) }
        return found
    }

    /// Finds secrets that stand at a place in hex.
    private func findHex(at start: Int, in bytes: [UInt8], _ found: inout Set<Int>) {
        var match = plain.all
        var index = start
        while let byte = Self.hexadecimal(at: index, in: bytes), let next = plain.narrowed(match, by: byte) {
            match = next
            index += 2
            found.formUnion(plain.owners(endingAt: match))
        }
    }

    /// Finds secrets that stand at a place of a JSON string (RFC 8259 §7).
    private func findEscaped(at start: Int, in bytes: [UInt8], _ found: inout Set<Int>) {
        var match = plain.all
        var index = start
        while index < bytes.count {
            let escape = JSONEscape(at: index, in: bytes)
            // A backslash is never itself.
            guard escape != nil || bytes[index] != UInt8(ascii: "\\") else { return }
            for byte in escape?.bytes ?? [bytes[index]] {
                guard let next = plain.narrowed(match, by: byte) else { return }
                match = next
                // The beginning of a long secret may end within a character.
                found.formUnion(plain.owners(endingAt: match))
            }
            index += escape?.length ?? 1
        }
    }

    /// The byte of two hexadecimal digits at a place; nil where there are none.
    private static func hexadecimal(at start: Int, in bytes: [UInt8]) -> UInt8? {
        guard start + 1 < bytes.count, let high = Hexadecimal.value(ofDigit: bytes[start]),
            let low = Hexadecimal.value(ofDigit: bytes[start + 1])
        else { return nil }
        return high << 4 | low
    }
}

/// The first bytes of all forms of secrets, as a filter: at most places of a text none begins.
private struct Beginnings: Sendable {
    /// Bytes that are looked at; every form of a secret that is searched for takes more.
    private static let length = 4
    /// The binary logarithm of the filter's bits.
    private static let filterBits: UInt64 = 18
    /// Bytes that stand for one another in some form, as one: letters of either case, both alphabets of base64, a blank and `+`.
    private static let alike: [UInt8] = (UInt8.min...UInt8.max).map { byte in
        byte == UInt8(ascii: " ") ? UInt8(ascii: "+") : FoldedSecret.folded(Base64Core.standard(byte))
    }

    private var filter = [UInt64](repeating: 0, count: 1 << Int(Self.filterBits - 6))
    private let isEmpty: Bool

    /// Prepares texts, and those that are found in hex too.
    init(_ texts: [[UInt8]], inHex hex: [[UInt8]]) {
        isEmpty = texts.isEmpty
        for text in texts { insert(text.prefix(Self.length)) }
        let digits = Array("0123456789abcdef".utf8)
        for text in hex {
            let written = text.prefix(Self.length / 2).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            insert(written[...])
        }
    }

    /// Where in bytes a secret may begin.
    func places(in bytes: [UInt8]) -> [Int] {
        guard !isEmpty else { return [] }
        let alike = Self.alike
        var found: [Int] = []
        var key: UInt32 = 0
        // What is encoded in part shows its first bytes only once it is decoded.
        var encoded = -1
        for (last, byte) in bytes.enumerated() {
            key = key << 8 | UInt32(alike[Int(byte)])
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") { encoded = last }
            let start = last - Self.length + 1
            guard start >= 0 else { continue }
            if encoded >= start || holds(key) { found.append(start) }
        }
        return found
    }

    private mutating func insert(_ text: ArraySlice<UInt8>) {
        let bit = Self.bit(of: text.reduce(0) { $0 << 8 | UInt32(Self.alike[Int($1)]) })
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    private func holds(_ key: UInt32) -> Bool {
        let bit = Self.bit(of: key)
        return filter[bit >> 6] & 1 << UInt64(bit & 63) != 0
    }

    private static func bit(of key: UInt32) -> Int {
        Int((UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> (64 - filterBits))
    }
}
