public import JSONValues

/// One part of a popup (developers.arcgis.com/web-map-specification › popupElement).
public struct PopupElement: Sendable, Hashable {
    /// What it shows.
    public enum Content: Sendable, Hashable {
        /// HTML, with values that are no markup.
        case text(String)
        /// A table of fields.
        case fields([PopupContent.Row])
        /// Pictures and charts.
        case media([PopupMedia])
        /// The files of the feature, which are asked for apart; how they are shown is `preview`, `list` or `auto`.
        case attachments(display: String)
        /// What an Arcade expression gives, which is not evaluated here.
        case expression(PopupExpression)
        /// Related records, which are asked for apart.
        case relationship(id: Int)
        /// Something that is not known here, by its own name.
        case unsupported(String)
    }
    /// What it shows.
    public let content: Content
    /// The title, with values in it; nil where there is none.
    public let title: String?
    /// A text that explains it, with values in it; nil where there is none.
    public let text: String?
    /// The element as it came; null where the definition lists no elements.
    public let rawJSON: JSONValue

    /// What the definition itself shows, for elements that say nothing of their own.
    struct Whole {
        let text: String?
        let rows: [PopupContent.Row]
        let media: [PopupMedia]
    }

    init(_ json: JSONValue, _ whole: Whole, _ values: PopupValues, _ notes: inout PopupNotes) {
        title = PopupTemplate(json.text("title"))?.text(values, &notes)
        text = PopupTemplate(json.text("description"))?.html(values, &notes)
        rawJSON = json
        let type = json.text("type") ?? ""
        switch type {
        case "text":
            let own = PopupTemplate(json.text("text"))?.html(values, &notes)
            content = .text(own ?? whole.text ?? "")
        case "fields":
            let own = json["fieldInfos"]?.array != nil
            let fields = PopupDefinition.FieldInfo.list(json["fieldInfos"])
            content = .fields(own ? PopupContent.rows(fields, values, &notes) : whole.rows)
        case "media":
            let own = json["mediaInfos"]?.array != nil
            content = .media(own ? PopupContent.media(json["mediaInfos"], values, &notes) : whole.media)
        case "attachments": content = .attachments(display: json.text("displayType") ?? "auto")
        case "expression":
            let expression = PopupExpression(json["expressionInfo"])
            content = expression.map { .expression($0) } ?? .unsupported(type)
            if let expression { notes.note(.expression(expression)) }
        case "relationship":
            let id = json.number("relationshipId").flatMap { Int(exactly: $0) }
            content = id.map { .relationship(id: $0) } ?? .unsupported(type)
        default: content = .unsupported(type)
        }
    }

    private init(_ content: Content) {
        self.content = content
        title = nil
        text = nil
        rawJSON = .null
    }

    /// The elements of a definition that lists none: a description stands in the place of the fields.
    static func list(_ whole: Whole, showsAttachments: Bool) -> [PopupElement] {
        var list = [PopupElement(whole.text.map { .text($0) } ?? .fields(whole.rows))]
        if !whole.media.isEmpty { list.append(PopupElement(.media(whole.media))) }
        if showsAttachments { list.append(PopupElement(.attachments(display: "auto"))) }
        return list
    }
}
