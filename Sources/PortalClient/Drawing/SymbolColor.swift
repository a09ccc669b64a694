internal import JSONValues

/// A color of a symbol (developers.arcgis.com/rest/services-reference/enterprise/symbol-objects/).
public struct SymbolColor: Sendable, Hashable, CustomStringConvertible {
    /// From 0 to 255.
    public let red: Int
    /// From 0 to 255.
    public let green: Int
    /// From 0 to 255.
    public let blue: Int
    /// How much it covers what is below, from 0 to 255.
    public let alpha: Int

    /// Reads `[red, green, blue, alpha]`; without the last it covers all. Numbers outside of 0 to 255 are those ends.
    init?(_ json: JSONValue?) {
        guard let parts = json?.array, (3...4).contains(parts.count) else { return nil }
        let values = parts.compactMap { part in part.double.map { Int(min(max($0, 0), 255).rounded()) } }
        guard values.count == parts.count else { return nil }
        red = values[0]
        green = values[1]
        blue = values[2]
        alpha = values.count == 4 ? values[3] : 255
    }

    /// As `#rrggbbaa`.
    public var description: String {
        "#"
            + [red, green, blue, alpha].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
