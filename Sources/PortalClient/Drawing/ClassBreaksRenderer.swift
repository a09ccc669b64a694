internal import JSONValues
internal import Platform

/// A symbol by the class that a number is in (developers.arcgis.com/web-map-specification › classBreaksRenderer).
public struct ClassBreaksRenderer: Sendable, Hashable {
    /// What is done to a number before its class is looked for.
    public enum Normalization: Sendable, Hashable {
        /// It is divided by the value of another field.
        case field(String)
        /// Its logarithm to the base of ten is taken.
        case logarithm
        /// It is taken as a percentage of a total.
        case percentOfTotal(Double)
        /// Something that is not known here, by its own name.
        case unsupported(String)
    }
    /// Features that have one symbol.
    public struct Class: Sendable, Hashable {
        /// The number above which it begins; of the first class the one at which it begins.
        public let minValue: Double
        /// The highest number that belongs to it.
        public let maxValue: Double
        /// The name to show.
        public let label: String
        /// How its features are drawn; nil where that cannot be read.
        public let symbol: Symbol?
    }
    /// The field; nil where an expression stands in its place.
    public let field: String?
    /// The classes, lowest first as a rule.
    public let classes: [Class]
    /// What is done to a number before; nil for nothing.
    public let normalization: Normalization?
    /// How features of no class are drawn; nil for not at all.
    public let defaultSymbol: Symbol?
    /// The name of what is in no class; nil where it has none.
    public let defaultLabel: String?
    /// How the classes were found, such as `esriClassifyNaturalBreaks`; nil where that is not said.
    public let classificationMethod: String?
    /// The Arcade expression whose value counts instead of the field; it is not evaluated here.
    public let valueExpression: String?

    init(_ json: JSONValue) {
        field = json.text("field")
        defaultSymbol = Symbol(json["defaultSymbol"])
        defaultLabel = json.text("defaultLabel")
        classificationMethod = json.text("classificationMethod")
        valueExpression = json.text("valueExpression")
        switch json.text("normalizationType") {
        case nil, "esriNormalizeNone"?: normalization = nil
        case "esriNormalizeByField"?: normalization = json.text("normalizationField").map { .field($0) }
        case "esriNormalizeByLog"?: normalization = .logarithm
        case "esriNormalizeByPercentOfTotal"?:
            normalization = .percentOfTotal(json.double("normalizationTotal") ?? 0)
        case let name?: normalization = .unsupported(name)
        }
        var least = json.double("minValue") ?? -.infinity
        var classes: [Class] = []
        for info in json["classBreakInfos"]?.array ?? [] {
            guard let most = info.double("classMaxValue") else { continue }
            classes.append(
                Class(
                    minValue: info.double("classMinValue") ?? least, maxValue: most, label: info.text("label") ?? "",
                    symbol: Symbol(info["symbol"])))
            least = most
        }
        self.classes = classes
    }

    /// Which symbol a feature has. A number between two classes belongs to the first of them.
    func choice(for feature: Feature) -> SymbolChoice {
        guard valueExpression == nil else { return .arcade }
        guard let field else { return .otherwise(defaultSymbol, defaultLabel) }
        if case .unsupported(let name)? = normalization {
            return .notEvaluated("numbers are normalized by \(name), which is not known here")
        }
        guard let number = feature[field]?.double.flatMap({ normalized($0, feature) }),
            let found = classes.first(where: { $0.minValue <= number && number <= $0.maxValue })
        else { return .otherwise(defaultSymbol, defaultLabel) }
        return found.symbol.map { .symbol($0, label: found.label) } ?? .none
    }

    /// Nil where there is nothing to divide by, and no logarithm.
    private func normalized(_ number: Double, _ feature: Feature) -> Double? {
        let value: Double =
            switch normalization {
            case .field(let name)?: number / (feature[name]?.double ?? 0)
            case .logarithm?: log10(number)
            case .percentOfTotal(let total)?: number / total * 100
            case .unsupported?, nil: number
            }
        return value.isFinite ? value : nil
    }
}
