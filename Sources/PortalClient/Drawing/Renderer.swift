public import JSONValues

/// What decides how each feature of a layer is drawn (developers.arcgis.com/web-map-specification › renderer).
public struct Renderer: Sendable, Hashable {
    /// What it is.
    public enum Kind: Sendable, Hashable {
        /// One symbol for all features; nil where it has none that can be read.
        case simple(Symbol?)
        /// A symbol by the value of one to three fields.
        case uniqueValue(UniqueValueRenderer)
        /// A symbol by the class that a number is in.
        case classBreaks(ClassBreaksRenderer)
        case heatmap
        case dotDensity
        case pieChart
        case dictionary
        case temporal
        case vectorField
        case flow
        case rasterStretch
        case rasterColormap
        case rasterShadedRelief
        /// Something that is not known here, by its own name.
        case unsupported(String)
    }
    /// What it is.
    public let kind: Kind
    /// The type as it was written, such as `uniqueValue`.
    public let type: String
    /// The renderer as it came, with sizes, colors and rotations that follow values of a feature.
    public let rawJSON: JSONValue

    /// Reads a renderer; nil for null and for what is no object. What is not known is kept.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        let type = json.text("type") ?? ""
        self.type = type
        rawJSON = json
        kind =
            switch type {
            case "simple": .simple(Symbol(json["symbol"]))
            case "uniqueValue": .uniqueValue(UniqueValueRenderer(json))
            case "classBreaks": .classBreaks(ClassBreaksRenderer(json))
            default: Self.named[type] ?? .unsupported(type)
            }
    }

    /// The symbol of a feature; nil where it has none, and where nothing here can tell: see ``choice(for:)``.
    public func symbol(for feature: Feature) -> Symbol? { choice(for: feature).symbol }

    /// Which symbol a feature has, and why.
    public func choice(for feature: Feature) -> SymbolChoice {
        switch kind {
        case .simple(let symbol): symbol.map { .symbol($0, label: rawJSON.text("label") ?? "") } ?? .none
        case .uniqueValue(let renderer): renderer.choice(for: feature)
        case .classBreaks(let renderer): renderer.choice(for: feature)
        default: .notEvaluated("a renderer of the type \(type) draws without a symbol for each feature")
        }
    }

    private static let named: [String: Kind] = [
        "heatmap": .heatmap, "dotDensity": .dotDensity, "pieChart": .pieChart, "dictionary": .dictionary,
        "temporal": .temporal, "vectorField": .vectorField, "flowRenderer": .flow, "rasterStretch": .rasterStretch,
        "rasterColormap": .rasterColormap, "rasterShadedRelief": .rasterShadedRelief,
    ]
}

/// Which symbol a feature has.
public enum SymbolChoice: Sendable, Hashable {
    /// That of its class, with the class's label.
    case symbol(Symbol, label: String)
    /// That of all features in no class, with the label for them.
    case defaultSymbol(Symbol, label: String)
    /// None: it is not drawn.
    case none
    /// It cannot be told here, and why, such as for an Arcade expression.
    case notEvaluated(String)

    /// The symbol; nil where there is none.
    public var symbol: Symbol? {
        switch self {
        case .symbol(let symbol, _), .defaultSymbol(let symbol, _): symbol
        case .none, .notEvaluated: nil
        }
    }

    static func otherwise(_ symbol: Symbol?, _ label: String?) -> SymbolChoice {
        symbol.map { .defaultSymbol($0, label: label ?? "") } ?? .none
    }

    static let arcade = SymbolChoice.notEvaluated("the value is an Arcade expression, which is not evaluated here")
}
