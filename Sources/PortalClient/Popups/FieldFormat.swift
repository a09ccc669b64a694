public import JSONValues

/// How the value of a field is shown (developers.arcgis.com/web-map-specification › format).
public struct FieldFormat: Sendable, Hashable {
    /// How a date is shown; nil where that is not said, or by a name that is not known.
    public let dateFormat: PopupDateFormat?
    /// How many decimals a number has, from 0 to 20; what is beyond is rounded, half away from zero. Nil shows all.
    public let places: Int?
    /// Whether a comma stands between groups of three digits. Default: no.
    public let digitSeparator: Bool
    /// The format as it came.
    public let rawJSON: JSONValue

    /// Reads a format; nil for anything that is no object.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        dateFormat = json.text("dateFormat").flatMap { PopupDateFormat(rawValue: $0) }
        places = json.number("places").flatMap { $0 < 0 ? nil : Int(min($0, 20)) }
        digitSeparator = json.flag("digitSeparator") ?? false
        rawJSON = json
    }

    /// A number as text; nil for what is no number.
    public func text(ofNumber value: JSONValue) -> String? {
        value.decimalText(places: places, digitSeparator: digitSeparator)
    }
}
