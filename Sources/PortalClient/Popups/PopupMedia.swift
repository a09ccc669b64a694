public import JSONValues

/// A picture or a chart of a popup, as data (developers.arcgis.com/web-map-specification › mediaInfo).
public struct PopupMedia: Sendable, Hashable {
    /// What is shown.
    public enum Content: Sendable, Hashable {
        /// A picture.
        case image(PopupImage)
        /// A chart.
        case chart(PopupChart)
        /// Something that is not known here, by its own name.
        case unsupported(String)
    }
    /// What is shown.
    public let content: Content
    /// The title, with values in it; nil where there is none. HTML, with values that are no markup.
    public let title: String?
    /// The text below it; nil where there is none. HTML, with values that are no markup.
    public let caption: String?
    /// The text for readers who cannot see it; nil where there is none.
    public let alternativeText: String?
    /// The medium as it came.
    public let rawJSON: JSONValue

    init(_ json: JSONValue, _ values: PopupValues, _ notes: inout PopupNotes) {
        title = PopupTemplate(json.text("title"))?.html(values, &notes)
        caption = PopupTemplate(json.text("caption"))?.html(values, &notes)
        alternativeText = PopupTemplate(json.text("altText"))?.text(values, &notes)
        let type = json.text("type") ?? ""
        let value = json["value"] ?? .null
        if type.lowercased() == "image" {
            content = .image(PopupImage(json, value, values, &notes))
        } else if let kind = PopupChart.Kind(rawValue: type.lowercased()) {
            content = .chart(PopupChart(kind, value, values))
        } else {
            content = .unsupported(type)
        }
        rawJSON = json
    }
}

/// A picture of a popup; nothing fetches it.
public struct PopupImage: Sendable, Hashable {
    /// Where the picture is; nil where the feature gives no address.
    public let sourceURL: String?
    /// Where a click leads; nil where it leads nowhere.
    public let linkURL: String?
    /// After how many minutes the picture is to be fetched again; nil for never.
    public let refreshInterval: Double?

    init(_ json: JSONValue, _ value: JSONValue, _ values: PopupValues, _ notes: inout PopupNotes) {
        sourceURL = PopupTemplate(value.text("sourceURL"))?.address(values, &notes)
        linkURL = PopupTemplate(value.text("linkURL"))?.address(values, &notes)
        refreshInterval = (json.double("refreshInterval") ?? value.double("refreshInterval")).flatMap {
            $0 > 0 ? $0 : nil
        }
    }
}

/// A chart of a popup: names and numbers, and nothing drawn.
public struct PopupChart: Sendable, Hashable {
    /// How it is drawn.
    public enum Kind: String, Sendable, Hashable {
        case bar = "barchart"
        case column = "columnchart"
        case line = "linechart"
        case pie = "piechart"
    }
    /// One number of it.
    public struct Point: Sendable, Hashable {
        /// The field.
        public let field: String
        /// The name to show.
        public let label: String
        /// The number, divided by that of the field that normalizes; nil where there is none, or nothing to divide by.
        public let value: Double?
        /// What is shown of the field itself.
        public let shown: PopupValue
    }
    /// How it is drawn.
    public let kind: Kind
    /// The numbers in their order.
    public let points: [Point]
    /// The field by whose value the numbers are divided; nil for none.
    public let normalizeField: String?
    /// The name of the colors, such as `GreenBlue`; nil where that is not said.
    public let theme: String?
    /// The colors of the numbers, where they are given.
    public let colors: [SymbolColor]
    /// What is shown of the field that explains it; nil for none.
    public let tooltip: PopupValue?

    init(_ kind: Kind, _ json: JSONValue, _ values: PopupValues) {
        self.kind = kind
        // Documents without one say null, or the text "null".
        let normalizer = json.text("normalizeField").flatMap { $0 == "null" ? nil : $0 }
        let divisor = normalizer.map { values.raw($0)?.number ?? 0 }
        points = json.texts("fields").map { field in
            let value = values.raw(field)?.number.flatMap { number in
                guard let divisor else { return Optional(number) }
                let quotient = number / divisor
                return quotient.isFinite ? quotient : nil
            }
            return Point(field: field, label: values.label(field), value: value, shown: values.value(field))
        }
        normalizeField = normalizer
        theme = json.text("theme")
        colors = (json["colors"]?.array ?? []).compactMap { SymbolColor($0) }
        tooltip = json.text("tooltipField").map { values.value($0) }
    }
}

extension JSONValue {
    /// A number that is written as one.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        default: nil
        }
    }
}
