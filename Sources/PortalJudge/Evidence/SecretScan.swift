internal import HTTPSemantics

/// Finds a secret in bytes, however it was written: as it is, percent-encoded once or twice, escaped as in JSON, in hex, or in base64.
struct SecretScan {
    /// Secrets shorter than this are too short to be told from chance.
    static let shortest = 6

    let canary: Canary
    let secret: [UInt8]
    /// The secret in base64, by alignment; empty where it is not looked for in it.
    let encoded: [[UInt8]]
    /// Whether some form of the secret begins with a byte; with most bytes none does.
    private let begins: [Bool]
    /// For a key, of which each part is a secret.
    private let key: KeyScan?
    /// For a secret of many bytes.
    private let long: LongSecret?
    /// The secret as the name of a host holds it; nil for one that no such name can hold.
    let folded: FoldedSecret?
    /// Whether it is looked for as a word alone, as it is or percent-encoded.
    private let isWord: Bool
    /// Whether a ``SecretIndex`` cannot tell where it is not: a key is found in parts, and a word is short.
    var isSearchedAlone: Bool { key != nil || isWord }

    /// Prepares a canary; nil where it is too short to be searched for.
    init?(_ canary: Canary) {
        secret = Array(canary.value.utf8)
        guard secret.count >= Self.shortest else { return nil }
        self.canary = canary
        encoded = Base64Core.variants(of: secret)
        key = canary.kind == .privateKey ? KeyScan(base64: canary.value) : nil
        begins = Self.beginnings(secret[0], encoded)
        long = LongSecret(secret, encoded: encoded)
        folded = FoldedSecret(canary.value)
        isWord = false
    }

    /// Prepares a secret that is too short to be searched for in any other place than between what is neither letter nor digit; nil for
    /// an empty one.
    init?(word canary: Canary) {
        secret = Array(canary.value.utf8)
        guard let first = secret.first else { return nil }
        self.canary = canary
        encoded = []
        key = nil
        long = nil
        begins = Self.beginnings(first, [])
        folded = nil
        isWord = true
    }

    /// The bytes that a form of a secret may begin with, by their values.
    private static func beginnings(_ first: UInt8, _ encoded: [[UInt8]]) -> [Bool] {
        var begins = [Bool](repeating: false, count: 256)
        for byte in [first, UInt8(ascii: "%"), UInt8(ascii: "\\")] { begins[Int(byte)] = true }
        if first == UInt8(ascii: " ") { begins[Int(UInt8(ascii: "+"))] = true }
        for byte in UInt8.min...UInt8.max {
            if Hexadecimal.value(ofDigit: byte) == first >> 4 { begins[Int(byte)] = true }
            if encoded.contains(where: { $0.first == Base64Core.standard(byte) }) { begins[Int(byte)] = true }
        }
        return begins
    }

    /// Whether the secret is anywhere in the bytes.
    func isFound(in bytes: [UInt8]) -> Bool { !ranges(in: bytes, stopAtFirst: true).isEmpty }

    /// Whether the secret is in a text that holds the name of a host, there in small letters too.
    func isFound(inHost text: String) -> Bool {
        isFound(in: Array(text.utf8)) || folded?.isFound(in: text) == true
    }

    /// Where the secret stands, each with the number of its base64 alignment, or nil where it is not in base64.
    func ranges(in bytes: [UInt8], stopAtFirst: Bool = false) -> [(range: Range<Int>, alignment: Int?)] {
        if let key { return key.ranges(in: bytes).map { ($0, nil) } }
        if let long { return long.ranges(in: bytes) }
        var found: [(Range<Int>, Int?)] = []
        var index = 0
        let hasEscapes = bytes.contains(UInt8(ascii: "\\"))
        while index < bytes.count {
            guard begins[Int(bytes[index])] else {
                index += 1
                continue
            }
            if isWord {
                let length = length(at: index, in: bytes).flatMap {
                    Self.isWord(index..<index + $0, in: bytes) ? $0 : nil
                }
                if let length { found.append((index..<index + length, nil)) }
                if length != nil, stopAtFirst { return found }
                index += length ?? 1
                continue
            }
            if let length = length(at: index, in: bytes) ?? hexLength(at: index, in: bytes)
                ?? (hasEscapes ? escapedLength(at: index, in: bytes) : nil)
            {
                found.append((index..<index + length, nil))
                if stopAtFirst { return found }
                index += length
                continue
            }
            if let alignment = encoded.firstIndex(where: { Base64Core.isAt(index, $0, in: bytes) }) {
                found.append((index..<index + encoded[alignment].count, alignment))
                if stopAtFirst { return found }
                index += encoded[alignment].count
                continue
            }
            index += 1
        }
        return found
    }

    /// Whether neither a letter nor a digit stands on either side of a range; one that ends a percent-encoded byte does not count.
    private static func isWord(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        func isOfWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
        }
        let start = range.lowerBound
        let isBehindEncoded = start >= 3 && bytes[start - 3] == UInt8(ascii: "%")
        return (start == 0 || isBehindEncoded || !isOfWord(bytes[start - 1]))
            && (range.upperBound == bytes.count || !isOfWord(bytes[range.upperBound]))
    }

    /// How many bytes the secret takes at a place; nil where it is not there.
    private func length(at start: Int, in bytes: [UInt8]) -> Int? {
        var index = start
        for wanted in secret {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Hexadecimal.value(ofDigit: bytes[index + 1]),
                let low = Hexadecimal.value(ofDigit: bytes[index + 2]), high << 4 | low == wanted
            {
                index += 3
            } else if byte == UInt8(ascii: "%"), bytes[index...].dropFirst().starts(with: "25".utf8),
                index + 4 < bytes.count,
                let high = Hexadecimal.value(ofDigit: bytes[index + 3]),
                let low = Hexadecimal.value(ofDigit: bytes[index + 4]), high << 4 | low == wanted
            {
                // A URL that is a parameter of another one is encoded twice.
                index += 5
            } else if byte == wanted || (wanted == UInt8(ascii: " ") && byte == UInt8(ascii: "+")) {
                index += 1
            } else {
                return nil
            }
        }
        return index - start
    }

    /// The same for two hexadecimal digits per byte.
    private func hexLength(at start: Int, in bytes: [UInt8]) -> Int? {
        guard start + 2 * secret.count <= bytes.count else { return nil }
        for (offset, wanted) in secret.enumerated() {
            guard let high = Hexadecimal.value(ofDigit: bytes[start + 2 * offset]),
                let low = Hexadecimal.value(ofDigit: bytes[start + 2 * offset + 1]), high << 4 | low == wanted
            else { return nil }
        }
        return 2 * secret.count
    }

    /// The same for a text in a JSON string (RFC 8259 §7), where a backslash is never itself.
    private func escapedLength(at start: Int, in bytes: [UInt8]) -> Int? {
        var index = start
        var matched = 0
        while matched < secret.count {
            guard index < bytes.count else { return nil }
            guard let escape = JSONEscape(at: index, in: bytes) else {
                guard bytes[index] == secret[matched], bytes[index] != UInt8(ascii: "\\") else { return nil }
                index += 1
                matched += 1
                continue
            }
            guard secret[matched...].starts(with: escape.bytes) else { return nil }
            index += escape.length
            matched += escape.bytes.count
        }
        return index - start
    }
}
