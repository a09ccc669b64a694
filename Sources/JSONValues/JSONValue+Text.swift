#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Why a text is not the JSON that was hoped for.
public struct JSONTextError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, in words that a person can act on.
    public let description: String
    /// Whether the text may be JSON, but more of it than is taken in.
    public let isTooMuch: Bool
    /// What is wrong, without its place.
    package let problem: String
    /// Where the text goes wrong; nil where it is too large or too deep as a whole.
    package let place: SourcePlace?

    /// Wraps the words.
    public init(description: String, isTooMuch: Bool = false) {
        self.description = description
        self.isTooMuch = isTooMuch
        problem = description
        place = nil
    }

    public static func == (first: JSONTextError, second: JSONTextError) -> Bool {
        (first.description, first.isTooMuch) == (second.description, second.isTooMuch)
    }

    init(_ problem: String, at place: SourcePlace) {
        description = "\(place.words): \(problem)"
        isTooMuch = false
        self.problem = problem
        self.place = place
    }
}

extension JSONValue {
    /// How deep arrays and objects may nest unless a caller says otherwise.
    public static let defaultMaximumDepth = 64

    /// Parses a JSON text (RFC 8259; a byte order mark is skipped) whose nesting is bounded.
    public init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = JSONValue.defaultMaximumDepth)
        throws(JSONTextError)
    {
        let isParsed = bytes.withContiguousStorageIfAvailable { bytes in
            Swift.Result { () throws(JSONTextError) in try JSONParser.parse(bytes, maximumDepth: maximumDepth) }
        }
        if let isParsed {
            self = try isParsed.get()
            return
        }
        self = try Array(bytes).withUnsafeBufferPointer { bytes throws(JSONTextError) in
            try JSONParser.parse(bytes, maximumDepth: maximumDepth)
        }
    }

    /// Parses a JSON text in which no object has two members of one name (RFC 8259 §4), and which may be as large as a file of ours.
    ///
    /// It may nest twice as deep as others: a report holds values of clients, which have the usual depth themselves.
    public init(parsingUnambiguously bytes: [UInt8]) throws(JSONTextError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONTextError) in
            try JSONParser.parse(
                bytes, maximumDepth: 2 * Self.defaultMaximumDepth, maximumWeight: 16 * JSONParser.maximumWeight,
                refusesRepetition: true)
        }
    }

    /// Parses a JSON text that this program wrote itself, however large and deep.
    ///
    /// Combining marks beyond ``Platform/MarkRuns`` are replaced, for such a text would not be read again.
    package init(parsingOwn bytes: [UInt8]) throws(JSONTextError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONTextError) in
            try JSONParser.parse(bytes, maximumDepth: .max, maximumWeight: .max, replacesMarks: true)
        }
    }

    /// Parses a JSON text that a person wrote: a member that stands twice is refused, with both places.
    package init(parsingDocument bytes: [UInt8]) throws(JSONTextError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONTextError) in
            try JSONParser.parse(bytes, maximumDepth: Self.defaultMaximumDepth, refusesRepetition: true)
        }
    }

    /// Parses a JSON text held in a string.
    public init(parsing text: String, maximumDepth: Int = JSONValue.defaultMaximumDepth) throws(JSONTextError) {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }

    /// Prints the value as JSON with its keys sorted, so that equal values give equal bytes.
    public func bytes(pretty: Bool = false) -> [UInt8] {
        guard pretty else {
            var writer = JSONWriter()
            writer.write(self)
            return writer.bytes
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // Every case encodes, and a number that JSON has no word for goes as a string: nothing is left to throw.
        guard let data = try? encoder.encode(self) else { return Array("null".utf8) }
        return Array(data)
    }

    /// The value as JSON text with sorted keys.
    public func text(pretty: Bool = false) -> String { String(decoding: bytes(pretty: pretty), as: UTF8.self) }
}
