internal import JSONValues
internal import Platform

/// Makes a value of a YAML text: one document, no aliases, no tags, every key once, bounded in depth and size.
struct YAMLComposer: ~Copyable {
    /// Bytes of a text that are taken in; a larger document is data, and JSON reads it faster.
    static let maximumSize = 16 << 20
    /// A value weighs 1, a member of an object with its name and table 4, as in a JSON text.
    private static let maximumWeight = 4_000_000

    private var parser: YAMLParser
    private let source: String
    private var search: PlaceSearch?
    private var depth = 0
    private var weight = 0

    /// Reads a text, and looks for parts of it on the way. A text without a value is an empty object.
    static func read(
        _ bytes: [UInt8], source: String, lookingFor search: PlaceSearch? = nil
    ) throws(DocumentError) -> (value: JSONValue, search: PlaceSearch?) {
        func refused(_ problem: String, at offset: Int? = nil) -> DocumentError {
            DocumentError(.malformed, source: source, problem: problem)
                .placed(at: offset.map { SourcePlace(of: $0, in: bytes) })
        }
        guard bytes.count <= maximumSize else {
            throw refused("is larger than \(maximumSize >> 20) MiB; write a document of that size as JSON")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw refused("is written in UTF-16; save it as UTF-8", at: 0)
        }
        let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        if String(validating: text, as: UTF8.self) == nil, let offset = text.firstInvalidUTF8 {
            throw refused("holds a byte that is not UTF-8; save it as UTF-8", at: offset)
        }
        return try text.withUnsafeBufferPointer { text throws(DocumentError) in
            guard let parser = YAMLParser(borrowing: text, source: source) else {
                throw refused("needs too much memory")
            }
            var composer = YAMLComposer(parser: parser, source: source, search: search)
            let value = try composer.document()
            return (value, composer.search)
        }
    }

    private init(parser: consuming YAMLParser, source: String, search: PlaceSearch?) {
        self.parser = parser
        self.source = source
        self.search = search
    }

    private mutating func document() throws(DocumentError) -> JSONValue {
        var value: JSONValue?
        while true {
            let event = try parser.next()
            switch event.kind {
            case .streamStart, .documentEnd: continue
            case .streamEnd: return value ?? .object([:])
            case .documentStart:
                guard value == nil else {
                    throw refused("a second document begins here (---); a file holds one", at: event.place)
                }
            default: value = try self.value(event, trail: search?.whole, key: nil)
            }
        }
    }

    private mutating func value(
        _ event: YAMLEvent, trail: PlaceSearch.Trail?, key: SourcePlace?
    ) throws(DocumentError) -> JSONValue {
        try check(event)
        weight += key == nil ? 1 : 4
        guard weight <= Self.maximumWeight else {
            throw refused("holds more values than are taken in", at: event.place)
        }
        if trail != nil {
            var isScalar = false
            if case .scalar = event.kind { isScalar = true }
            search?.note(trail, key: key, value: event.place, isScalar: isScalar)
        }
        switch event.kind {
        case .scalar(let text, let isPlain):
            try check(text, at: event.place)
            return isPlain ? YAMLScalar.value(of: text) : .string(text)
        case .sequenceStart: return try nested(event) { composer throws(DocumentError) in try composer.sequence(trail) }
        case .mappingStart: return try nested(event) { composer throws(DocumentError) in try composer.mapping(trail) }
        default: throw refused("a value is missing", at: event.place)
        }
    }

    private mutating func nested(
        _ event: YAMLEvent, _ body: (inout YAMLComposer) throws(DocumentError) -> JSONValue
    ) throws(DocumentError) -> JSONValue {
        depth += 1
        guard depth <= JSONValue.defaultMaximumDepth else {
            throw refused("nested deeper than \(JSONValue.defaultMaximumDepth) levels", at: event.place)
        }
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func sequence(_ trail: PlaceSearch.Trail?) throws(DocumentError) -> JSONValue {
        var elements: [JSONValue] = []
        while true {
            let event = try parser.next()
            if case .sequenceEnd = event.kind { return .array(elements) }
            elements.append(
                try value(event, trail: search?.trail(trail, element: elements.count), key: nil))
        }
    }

    private mutating func mapping(_ trail: PlaceSearch.Trail?) throws(DocumentError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var places: [String: SourcePlace] = [:]
        while true {
            let event = try parser.next()
            if case .mappingEnd = event.kind { return .object(members) }
            try check(event)
            guard case .scalar(let name, let isPlain) = event.kind else {
                throw refused("a key is no text", at: event.place)
            }
            try check(name, at: event.place)
            guard name != "<<" || !isPlain else {
                throw refused("merge keys (<<) are not read; write the keys where they are needed", at: event.place)
            }
            if let first = places.updateValue(event.place, forKey: name) {
                throw refused(
                    "the key \(DocumentReader.shown(.string(name))) stands there twice; the first is in \(first.words)",
                    at: event.place)
            }
            let content = try parser.next()
            members[name] = try value(content, trail: search?.trail(trail, member: name), key: event.place)
        }
    }

    /// Throws for what would make a value of something that does not stand where it is used.
    private func check(_ event: YAMLEvent) throws(DocumentError) {
        var isAlias = false
        if case .alias = event.kind { isAlias = true }
        guard !isAlias, !event.hasAnchor else {
            throw refused(
                "anchors (&name) and aliases (*name) are not read; write the value where it is needed", at: event.place)
        }
        guard !event.hasTag else {
            throw refused(
                "tags (!name) are not read; put a text that begins with ! in quotation marks", at: event.place)
        }
    }

    /// Throws for a text that takes too long to compare, as the reader of JSON does.
    private func check(_ text: String, at place: SourcePlace) throws(DocumentError) {
        guard !text.hasLongMarkRun else {
            throw refused("a text has more than \(MarkRuns.longest) combining marks in a row", at: place)
        }
    }

    private func refused(_ problem: String, at place: SourcePlace) -> DocumentError {
        DocumentError(.malformed, source: source, problem: problem).placed(at: place)
    }
}

extension Collection<UInt8> {
    /// Where the first sequence begins that is not UTF-8; nil where there is none.
    fileprivate var firstInvalidUTF8: Index? {
        var codec = UTF8.ForwardParser()
        var iterator = makeIterator()
        var index = startIndex
        while true {
            switch codec.parseScalar(from: &iterator) {
            case .valid(let scalar): index = self.index(index, offsetBy: scalar.count)
            case .emptyInput: return nil
            case .error: return index
            }
        }
    }
}
