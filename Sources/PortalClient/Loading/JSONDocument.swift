internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication

/// A JSON document as it came, read tolerantly: numbers may be texts, texts may be null, anything may be absent.
typealias JSONDocument = JSONValue

extension JSONValue {
    /// A text that says something; null, absent and empty are nil.
    func text(_ key: String) -> String? {
        switch self[key] {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let value): String(value)
        default: nil
        }
    }

    /// A truth value, also spelled as a text.
    func flag(_ key: String) -> Bool? {
        switch self[key] {
        case .bool(let value): value
        case .string(let text): ["true": true, "false": false][text.lowercased()]
        default: nil
        }
    }

    /// A whole number, also spelled as a text.
    func number(_ key: String) -> Int64? { self[key]?.integer ?? self[key]?.string.flatMap { Int64($0) } }

    /// A number, also spelled as a text; never infinite nor NaN.
    func double(_ key: String) -> Double? { self[key]?.double }

    /// A number, also spelled as a text; never infinite nor NaN.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A moment in milliseconds since 1970.
    func moment(_ key: String) -> Timestamp? { number(key).flatMap { $0 < 0 ? nil : Timestamp(milliseconds: $0) } }

    /// The texts of an array.
    func texts(_ key: String) -> [String] { self[key]?.array?.compactMap(\.string) ?? [] }
}
