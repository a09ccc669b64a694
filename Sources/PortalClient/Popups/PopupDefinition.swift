public import JSONValues

/// What a web map shows of a layer's features; the map gives the same object each time it is asked for it.
///
/// See developers.arcgis.com/web-map-specification › popupInfo, fieldInfo, mediaInfo, popupElement.
public final class PopupDefinition: Sendable {
    /// A field that is shown.
    public struct FieldInfo: Sendable, Hashable {
        /// The field; `expression/…` and `relationships/…` name what is no field of the layer.
        public let name: String
        /// The name to show.
        public let label: String
        /// Whether it is shown.
        public let isVisible: Bool
        /// Whether it may be changed.
        public let isEditable: Bool
        /// How its values are shown; nil where that is not said.
        public let format: FieldFormat?

        init?(_ json: JSONValue) {
            guard let name = json.text("fieldName") else { return nil }
            self.name = name
            label = json.text("label") ?? name
            isVisible = json.flag("visible") ?? true
            isEditable = json.flag("isEditable") ?? false
            format = FieldFormat(json["format"])
        }

        static func list(_ json: JSONValue?) -> [FieldInfo] { (json?.array ?? []).compactMap(FieldInfo.init) }
    }
    /// The title, with names of fields in braces; nil where there is none.
    public let title: String?
    /// The text in place of a table of fields; nil where there is none.
    public let text: String?
    /// The fields, in order.
    public let fields: [FieldInfo]
    /// The Arcade expressions that titles, texts and fields speak of; they are not evaluated here.
    public let expressions: [PopupExpression]
    /// Whether attachments are shown.
    public let showsAttachments: Bool
    /// The definition as it came.
    public let rawJSON: JSONValue

    let formats: [String: FieldFormat]
    let labels: [String: String]
    let expressionsByName: [String: PopupExpression]

    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        title = json.text("title")
        text = json.text("description")
        fields = FieldInfo.list(json["fieldInfos"])
        expressions = (json["expressionInfos"]?.array ?? []).compactMap(PopupExpression.init)
        showsAttachments = json.flag("showAttachments") ?? false
        rawJSON = json
        formats = Dictionary(
            fields.compactMap { info in info.format.map { (info.name.lowercased(), $0) } },
            uniquingKeysWith: { first, _ in first })
        labels = Dictionary(fields.map { ($0.name.lowercased(), $0.label) }, uniquingKeysWith: { first, _ in first })
        expressionsByName = Dictionary(
            expressions.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is shown of a feature.
    ///
    /// Nothing is sent, no Arcade is evaluated and no HTML is run: see ``PopupContent``.
    ///
    /// - Parameters:
    ///   - feature: The feature, with all attributes that the definition speaks of.
    ///   - schema: What the layer says of its attributes, such as ``ServiceLayer/schema``. Without it there are no dates and no domains.
    ///   - secondsFromUTC: How far the place where dates are shown is ahead of UTC. Default: 0.
    public func content(for feature: Feature, schema: LayerSchema? = nil, secondsFromUTC: Int = 0) -> PopupContent {
        PopupContent(
            self, PopupValues(self, feature, schema ?? LayerSchema(nil), secondsFromUTC: secondsFromUTC))
    }

    /// The title alone.
    func title(of feature: Feature, _ schema: LayerSchema) -> String {
        var notes = PopupNotes()
        return PopupTemplate(title)?.text(PopupValues(self, feature, schema, secondsFromUTC: 0), &notes) ?? ""
    }
}

/// An Arcade expression of a popup; its source is kept and not evaluated.
public struct PopupExpression: Sendable, Hashable {
    /// The name by which fields and texts speak of it, without `expression/`; empty where it has none.
    public let name: String
    /// The title to show; nil where there is none.
    public let title: String?
    /// The source in Arcade (developers.arcgis.com/arcade).
    public let source: String
    /// What it gives, such as `string`, `number` or `dictionary`; nil where that is not said.
    public let returnType: String?

    init?(_ json: JSONValue?) {
        guard let json, let source = json.text("expression") else { return nil }
        name = json.text("name") ?? ""
        title = json.text("title")
        self.source = source
        returnType = json.text("returnType")
    }
}
