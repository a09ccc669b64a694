public import JSONValues

/// How some features of a layer are labelled (developers.arcgis.com/web-map-specification › labelingInfo).
public struct LabelClass: Sendable, Hashable {
    /// What a label says; it is kept and not evaluated.
    public enum Expression: Sendable, Hashable {
        /// Names of fields in brackets, such as `[NAME]`.
        case fields(String)
        /// Arcade, such as `$feature.NAME`.
        case arcade(String)
    }
    /// The name of the class; nil where it has none.
    public let name: String?
    /// What a label says; nil where it says nothing.
    public let expression: Expression?
    /// Where a label stands, such as `esriServerPointLabelPlacementAboveRight`; nil leaves it to the client.
    public let placement: String?
    /// The condition that features must meet; nil for all.
    public let whereClause: String?
    /// At which scales labels are shown.
    public let scaleRange: ScaleRange
    /// How a label is drawn; nil leaves it to the client.
    public let symbol: Symbol?
    /// Whether labels show the names of coded values instead of the values.
    public let usesCodedValues: Bool
    /// The class as it came.
    public let rawJSON: JSONValue

    /// Reads a class; nil for anything that is no object.
    init?(_ json: JSONValue) {
        guard json.object != nil else { return nil }
        name = json.text("name")
        let info = json["labelExpressionInfo"]
        if let arcade = info?.text("expression") {
            expression = .arcade(arcade)
        } else if let template = info?.text("value") ?? json.text("labelExpression") {
            expression = .fields(template)
        } else {
            expression = nil
        }
        placement = json.text("labelPlacement")
        whereClause = json.text("where")
        scaleRange = ScaleRange([json]) ?? .all
        symbol = Symbol(json["symbol"])
        usesCodedValues = json.flag("useCodedValues") ?? false
        rawJSON = json
    }
}
