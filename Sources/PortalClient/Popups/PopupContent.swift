public import JSONValues

/// What a popup shows of one feature, as data.
///
/// Values stand in the formats of the definition and under the names of their domains. Arcade is not evaluated and related records
/// are not fetched: what needs them is listed in ``unevaluated``, and leaves an empty place in texts. HTML is handed on as its
/// author wrote it; values in it are escaped, so that none of them is markup.
public struct PopupContent: Sendable, Hashable {
    /// One line of a table of fields.
    public struct Row: Sendable, Hashable {
        /// The field.
        public let field: String
        /// The name to show.
        public let label: String
        /// What is shown.
        public let value: PopupValue
        /// The attribute as it came; nil where the feature has none.
        public let raw: JSONValue?

        /// The text to show; empty for what is not shown.
        public var text: String { value.text }
    }
    /// The title, as plain text; empty where the definition has none.
    public let title: String
    /// The description as HTML; nil where there is none.
    public let text: String?
    /// The fields that the definition shows, in order.
    public let rows: [Row]
    /// Pictures and charts, in order.
    public let media: [PopupMedia]
    /// What is shown, in order; for definitions without elements what earlier clients show: the description, or else the fields, and then media and attachments.
    public let elements: [PopupElement]
    /// What only Arcade or related records could tell, at most 100 of them.
    public let unevaluated: [PopupValue]

    init(_ definition: PopupDefinition, _ values: PopupValues) {
        var notes = PopupNotes()
        title = PopupTemplate(definition.title)?.text(values, &notes) ?? ""
        text = PopupTemplate(definition.text)?.html(values, &notes)
        rows = Self.rows(definition.fields, values, &notes)
        media = Self.media(definition.rawJSON["mediaInfos"], values, &notes)
        let whole = PopupElement.Whole(text: text, rows: rows, media: media)
        if let list = definition.rawJSON["popupElements"]?.array {
            var elements: [PopupElement] = []
            for element in list { elements.append(PopupElement(element, whole, values, &notes)) }
            self.elements = elements
        } else {
            elements = PopupElement.list(whole, showsAttachments: definition.showsAttachments)
        }
        unevaluated = notes.unevaluated
    }

    static func rows(
        _ fields: [PopupDefinition.FieldInfo], _ values: PopupValues, _ notes: inout PopupNotes
    ) -> [Row] {
        // Not a map: a closure may not change what was passed in.
        var rows: [Row] = []
        for info in fields where info.isVisible {
            let value = values.value(info.name, format: info.format)
            notes.note(value)
            var label = info.label
            if case .expression(let expression) = value, label == info.name { label = expression.title ?? label }
            rows.append(Row(field: info.name, label: label, value: value, raw: values.raw(info.name)))
        }
        return rows
    }

    static func media(
        _ json: JSONValue?, _ values: PopupValues, _ notes: inout PopupNotes
    ) -> [PopupMedia] {
        var media: [PopupMedia] = []
        for medium in json?.array ?? [] where medium.object != nil {
            media.append(PopupMedia(medium, values, &notes))
        }
        return media
    }
}
