/// The parameters of a query or of a form body, as `application/x-www-form-urlencoded` (WHATWG URL Standard §5.1).
package struct FormParameters: Sendable {
    package struct Entry: Sendable {
        package let name: String
        package let value: String
        /// Whether bytes that are no UTF-8 had to be replaced in the value.
        var isDamaged = false
    }
    package private(set) var entries: [Entry] = []

    package init() {}

    /// Takes parameters that were read elsewhere.
    init(_ entries: [Entry]) { self.entries = entries }

    /// Splits and decodes; a `%` that no two hex digits follow stands for itself.
    package init(_ bytes: some Collection<UInt8>) {
        let isParsed: Void? = bytes.withContiguousStorageIfAvailable { parse($0) }
        if isParsed == nil { Array(bytes).withUnsafeBufferPointer { parse($0) } }
    }

    /// The value of the first parameter with a name; nil where there is none.
    subscript(name: String) -> String? {
        for entry in entries where entry.name == name { return entry.value }
        return nil
    }

    /// The same, whatever the case of the name: clients write `serverUrl` and `serverURL`.
    func value(ofAnyCase name: String) -> String? {
        self[name] ?? entries.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < bytes.count {
            var end = start
            var equals: Int?
            while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
                if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start {
                let nameEnd = equals ?? end
                let name = Self.decoded(bytes[start..<nameEnd])
                let value = equals.map { Self.decoded(bytes[($0 + 1)..<end]) } ?? ""
                // What replaces such bytes is no ASCII; most values are.
                let isDamaged =
                    value.utf8.contains { $0 >= 0x80 } && equals.map { Self.isDamaged(bytes[($0 + 1)..<end]) } == true
                entries.append(Entry(name: name, value: value, isDamaged: isDamaged))
            }
            start = end + 1
        }
    }

    private static func isDamaged(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        String(validating: PercentEncoding.decode(bytes, plusIsBlank: true), as: UTF8.self) == nil
    }

    /// Undoes the encoding of one name or value: `+` is a blank, `%XX` a byte.
    private static func decoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: PercentEncoding.decode(bytes, plusIsBlank: true), as: UTF8.self)
    }
}

/// Percent-encoding (RFC 3986 §2.1).
enum PercentEncoding {
    /// The bytes that a text stands for; a `%` that no two hex digits follow stands for itself.
    static func decode(_ bytes: some Collection<UInt8>, plusIsBlank: Bool) -> [UInt8] {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hex(bytes[index + 1]),
                let low = hex(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsBlank && bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// A text in which everything but unreserved characters is escaped.
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
