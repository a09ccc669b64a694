import JSONValues
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compact JSON of ours beside Foundation's.
@Suite("JSON as Foundation prints it") struct JSONWriterTests {
    private static func foundation(_ value: JSONValue) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return Array(try encoder.encode(value))
    }

    @Test(
        arguments: [
            .null, true, false, 0, -7, .integer(.max), .integer(.min), [], [:], [[], [:], [nil]],
            [1.0, -0.0, 1e20, 1e16, 1e15, 123_456_789_012_345_680.0, 1.5e-7, 0.1, -1e21],
            [.number(.infinity), .number(-.infinity), .number(.nan), .number(.leastNonzeroMagnitude)],
            .string((0...0x2F).compactMap { Unicode.Scalar($0) }.map { String(Character($0)) }.joined()),
            "\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}\u{10FFFF}e\u{301}\r\n\"\\/",
            ["B": 1, "a": 2, "a10": 3, "a9": 4, "é": 5, "e\u{301}x": 6, "_": 7, "": 8, "\u{FFFF}": 9, "\u{10000}": 10],
            ["layers": [["id": 0, "name": "Straßen", "extent": ["xmin": -1.5]], nil]],
        ] as [JSONValue])
    func `every value is printed byte for byte alike`(_ value: JSONValue) throws {
        #expect(try value.bytes() == Self.foundation(value))
    }

    @Test func `numbers of every size are printed alike`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let number = JSONValue.number(Double(bitPattern: generator.next()))
            #expect(try number.bytes() == Self.foundation(number))
        }
    }
}
