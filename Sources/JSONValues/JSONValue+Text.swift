#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Why a text is not the JSON that was hoped for.
public struct JSONTextError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, in words that a person can act on.
    public let description: String

    /// Wraps the words.
    public init(description: String) { self.description = description }
}

extension JSONValue {
    /// How deep arrays and objects may nest unless a caller says otherwise.
    public static let defaultMaximumDepth = 64

    /// Parses a JSON text (RFC 8259; a byte order mark is skipped), after bounding its depth without recursion.
    public init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = JSONValue.defaultMaximumDepth)
        throws(JSONTextError)
    {
        var data = Data(bytes)
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = Data(data.dropFirst(3)) }
        guard Self.depth(of: data, notBeyond: maximumDepth) else {
            throw JSONTextError(description: "nested deeper than \(maximumDepth) levels")
        }
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch DecodingError.dataCorrupted(let context) {
            throw JSONTextError(description: Self.words(for: context))
        } catch {
            throw JSONTextError(description: "not a JSON text")
        }
    }

    /// Parses a JSON text held in a string.
    public init(parsing text: String, maximumDepth: Int = JSONValue.defaultMaximumDepth) throws(JSONTextError) {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }

    /// Prints the value as JSON with its keys sorted, so that equal values give equal bytes.
    public func bytes(pretty: Bool = false) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // Every case encodes, and a number that JSON has no word for goes as a string: nothing is left to throw.
        guard let data = try? encoder.encode(self) else { return Array("null".utf8) }
        return Array(data)
    }

    /// The value as JSON text with sorted keys.
    public func text(pretty: Bool = false) -> String { String(decoding: bytes(pretty: pretty), as: UTF8.self) }

    /// Whether brackets outside strings stay within a depth; counts without recursion so that hostile input is cheap.
    private static func depth(of bytes: Data, notBeyond maximum: Int) -> Bool {
        var depth = 0
        var inString = false
        var escaped = false
        for byte in bytes {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > maximum { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }

    private static func words(for context: DecodingError.Context) -> String {
        guard let underlying = context.underlyingError else { return context.debugDescription }
        return "\(context.debugDescription) \(underlying)"
    }
}
