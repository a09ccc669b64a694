internal import JSONValues

/// Walks through a JSON text that was parsed before, and tells where its parts stand.
struct JSONPlaces {
    private let bytes: [UInt8]
    private var position: Int
    /// Bytes that the counter of lines has passed, or left out as a byte order mark.
    private var counted: Int
    private var counter = SourcePlace.Counter()

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        counted = position
    }

    /// Walks through a text on the way to its parts.
    static func search(_ bytes: [UInt8], for search: PlaceSearch) -> PlaceSearch {
        var search = search
        var walk = JSONPlaces(bytes)
        walk.value(trail: search.whole, key: nil, &search)
        return search
    }

    /// The line and column of a byte; each that is asked for lies behind the one before.
    private mutating func place(of offset: Int) -> SourcePlace {
        while counted < min(offset, bytes.count) {
            counter.pass(bytes[counted])
            counted += 1
        }
        return counter.place
    }

    private mutating func value(trail: PlaceSearch.Trail?, key: Int?, _ search: inout PlaceSearch) {
        skipBlanks()
        let isScalar = peek != UInt8(ascii: "{") && peek != UInt8(ascii: "[")
        if trail != nil {
            let keyPlace = key.map { place(of: $0) }
            search.note(trail, key: keyPlace, value: place(of: position), isScalar: isScalar)
        }
        switch peek {
        case UInt8(ascii: "{"): object(trail: trail, &search)
        case UInt8(ascii: "["): array(trail: trail, &search)
        case UInt8(ascii: "\""): skipString()
        default: skipWord()
        }
    }

    private mutating func object(trail: PlaceSearch.Trail?, _ search: inout PlaceSearch) {
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

    private mutating func array(trail: PlaceSearch.Trail?, _ search: inout PlaceSearch) {
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
