internal import JSONValues

/// A symbol by the value of one to three fields (developers.arcgis.com/web-map-specification › uniqueValueRenderer).
public struct UniqueValueRenderer: Sendable, Hashable {
    /// Features that have one symbol.
    public struct ValueClass: Sendable, Hashable {
        /// The values of the fields, one list for each combination.
        public let values: [[String]]
        /// The name to show.
        public let label: String
        /// How its features are drawn; nil where that cannot be read.
        public let symbol: Symbol?
        /// The heading of the classes that it stands among; nil for none.
        public let heading: String?
    }
    /// The fields, at most three.
    public let fields: [String]
    /// What stands between the values of several fields. Default: a comma.
    public let fieldDelimiter: String
    /// The classes in their order.
    public let classes: [ValueClass]
    /// How features of no class are drawn; nil for not at all.
    public let defaultSymbol: Symbol?
    /// The name of what is in no class; nil where it has none.
    public let defaultLabel: String?
    /// The Arcade expression whose value counts instead of the fields; it is not evaluated here.
    public let valueExpression: String?

    private let places: [String: Int]

    init(_ json: JSONValue) {
        fields = ["field1", "field2", "field3"].compactMap { json.text($0) }
        let delimiter = json["fieldDelimiter"]?.string ?? ","
        fieldDelimiter = delimiter
        defaultSymbol = Symbol(json["defaultSymbol"])
        defaultLabel = json.text("defaultLabel")
        valueExpression = json.text("valueExpression")
        var classes: [ValueClass] = []
        // Newer documents hold both, and the groups count.
        let groups = (json["uniqueValueGroups"]?.array ?? []).filter { $0["classes"]?.array?.isEmpty == false }
        for group in groups {
            for kind in group["classes"]?.array ?? [] {
                let values = (kind["values"]?.array ?? []).map { ($0.array ?? [$0]).map(Self.text) }
                classes.append(
                    ValueClass(
                        values: values, label: kind.text("label") ?? "", symbol: Symbol(kind["symbol"]),
                        heading: group.text("heading")))
            }
        }
        if groups.isEmpty {
            for info in json["uniqueValueInfos"]?.array ?? [] {
                classes.append(
                    ValueClass(
                        values: [[Self.text(info["value"] ?? .null)]], label: info.text("label") ?? "",
                        symbol: Symbol(info["symbol"]), heading: nil))
            }
        }
        self.classes = classes
        var places: [String: Int] = [:]
        for (index, kind) in classes.enumerated() {
            for value in kind.values.map({ $0.joined(separator: delimiter) }) where places[value] == nil {
                places[value] = index
            }
        }
        self.places = places
    }

    /// Which symbol a feature has.
    func choice(for feature: Feature) -> SymbolChoice {
        guard valueExpression == nil else { return .arcade }
        let value = fields.map { Self.text(feature[$0] ?? .null) }.joined(separator: fieldDelimiter)
        guard !fields.isEmpty, let place = places[value] else { return .otherwise(defaultSymbol, defaultLabel) }
        return classes[place].symbol.map { .symbol($0, label: classes[place].label) } ?? .none
    }

    /// A value as classes write it; null is `<Null>`.
    private static func text(_ value: JSONValue) -> String { value.isNull ? "<Null>" : value.plainText }
}
