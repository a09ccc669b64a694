public import JSONValues

/// The values that a field may have (developers.arcgis.com/rest/services-reference/enterprise/domain-objects/).
public enum FieldDomain: Sendable, Hashable {
    /// One of a list; each value has a name to show.
    case codedValues([CodedValue])
    /// A number or a moment between two; both are included. Moments are milliseconds since 1970.
    case range(ClosedRange<Double>)
    /// Something that is not known here, by its own name.
    case unsupported(String)

    /// A value that is stored, and its name.
    public struct CodedValue: Sendable, Hashable {
        /// What is stored.
        public let code: JSONValue
        /// What is shown.
        public let name: String
    }

    /// Reads a domain; nil for null and for what says no type. A range whose ends are in the wrong order is turned round.
    init?(_ json: JSONValue?) {
        guard let json, let type = json.text("type") else { return nil }
        switch type {
        case "codedValue":
            self = .codedValues(
                (json["codedValues"]?.array ?? []).compactMap { value in
                    guard let code = value["code"], let name = value.text("name") else { return nil }
                    return CodedValue(code: code, name: name)
                })
        case "range":
            let ends = (json["range"]?.array ?? []).compactMap(\.double)
            if ends.count == 2 {
                self = .range(min(ends[0], ends[1])...max(ends[0], ends[1]))
            } else if let low = json.double("minValue"), let high = json.double("maxValue") {
                self = .range(min(low, high)...max(low, high))
            } else {
                self = .unsupported(type)
            }
        default: self = .unsupported(type)
        }
    }

    /// The name of a stored value; nil where the domain has none for it.
    public func name(of value: JSONValue) -> String? {
        guard case .codedValues(let values) = self else { return nil }
        return values.first { $0.code.isSameCode(as: value) }?.name
    }

    /// Whether a field may have this value; null is no question of the domain and is allowed.
    public func allows(_ value: JSONValue) -> Bool {
        if value.isNull { return true }
        switch self {
        case .codedValues: return name(of: value) != nil
        case .range(let range): return value.double.map(range.contains) ?? false
        case .unsupported: return true
        }
    }
}

extension JSONValue {
    /// Whether two values are the same code: numbers by what they are worth, and a number also as a text.
    func isSameCode(as other: JSONValue) -> Bool {
        if self == other { return true }
        if let integer, let number = other.integer { return integer == number }
        if case .string(let text) = self, case .string(let word) = other { return text == word }
        guard let number = double, let value = other.double else { return false }
        return number == value
    }
}
