internal import JSONValues

/// Walks through a JSON text that was parsed before, and tells where its parts stand.
struct JSONPlaces {
    private let bytes: [UInt8]
    private var position: Int

    /// Walks through a text on the way to a part.
    static func search(_ bytes: [UInt8], for search: PlaceSearch) -> PlaceSearch {
        var search = search
        var walk = JSONPlaces(bytes: bytes, position: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        walk.value(trail: "", key: nil, &search)
        return search
    }

    private mutating func value(trail: String?, key: Int?, _ search: inout PlaceSearch) {
        skipBlanks()
        let isScalar = peek != UInt8(ascii: "{") && peek != UInt8(ascii: "[")
        if trail != nil {
            search.note(
                trail, key: key.map { SourcePlace(of: $0, in: bytes) }, value: SourcePlace(of: position, in: bytes),
                isScalar: isScalar)
        }
        switch peek {
        case UInt8(ascii: "{"): object(trail: trail, &search)
        case UInt8(ascii: "["): array(trail: trail, &search)
        case UInt8(ascii: "\""): skipString()
        default: skipWord()
        }
    }

    private mutating func object(trail: String?, _ search: inout PlaceSearch) {
        position += 1
        skipBlanks()
        while let byte = peek, byte != UInt8(ascii: "}") {
            let start = position
            skipString()
            // A name is decoded only where it may be on the way.
            let name = trail == nil ? nil : (try? JSONValue(parsing: bytes[start..<position]))?.string
            skipBlanks()
            position += 1
            value(trail: name.flatMap { search.trail(trail, member: $0) }, key: start, &search)
            skipSeparator()
        }
        position += 1
    }

    private mutating func array(trail: String?, _ search: inout PlaceSearch) {
        position += 1
        skipBlanks()
        var index = 0
        while let byte = peek, byte != UInt8(ascii: "]") {
            value(trail: search.trail(trail, element: index), key: nil, &search)
            index += 1
            skipSeparator()
        }
        position += 1
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skipSeparator() {
        skipBlanks()
        if peek == UInt8(ascii: ",") { position += 1 }
        skipBlanks()
    }

    private mutating func skipString() {
        position += 1
        while let byte = peek, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
        position += 1
    }

    private mutating func skipWord() {
        while let byte = peek, !",]} \t\r\n".utf8.contains(byte) { position += 1 }
    }
}
