internal import JSONValues
internal import PortalClient

/// Popups and drawings of a map, with the keys of `expect.final`.
enum PopupFacts {
    /// What was fetched, by the titles of layers and popups; the app may have a hand in texts.
    static func popups(_ fetched: [Popup], _ behavior: AppBehavior.Maps) -> JSONValue {
        var layers: [String: JSONValue] = [:]
        for popup in fetched {
            let content = popup.content
            var layer = layers[popup.layer.title] ?? .object([:])
            layer[content.title] = facts(popup, content, behavior)
            layers[popup.layer.title] = layer
        }
        return .object(layers)
    }

    private static func facts(_ popup: Popup, _ content: PopupContent, _ behavior: AppBehavior.Maps) -> JSONValue {
        var facts: JSONValue = [
            "rows": .array(content.rows.map { .string("\($0.label): \(text($0.value))") }),
            "media": .array(content.media.map { .string(text($0)) }),
            "elements": .array(content.elements.map { .string(text($0, behavior)) }),
            "unevaluated": .array(content.unevaluated.map { .string(text($0)) }),
            "symbol": .string(popup.symbol.map { "\($0)" } ?? "none"),
            "drawnAs": .string(text(popup.choice)),
        ]
        facts["text"] = content.text.map { .string(behavior.html($0)) }
        return facts
    }

    private static func text(_ value: PopupValue) -> String {
        switch value {
        case .shown(let text): text
        case .empty: "-"
        case .absent: "no such field"
        case .expression(let expression): "expression \(expression.name)"
        case .related(let relationship, let field): "related \(relationship) \(field)"
        }
    }

    private static func text(_ media: PopupMedia) -> String {
        switch media.content {
        case .image(let image):
            let link = image.linkURL.map { " -> \($0)" } ?? ""
            let interval = image.refreshInterval.map { " every \(RoundedText.of($0)) min" } ?? ""
            return "image \(image.sourceURL ?? "none")\(link)\(interval)"
        case .chart(let chart):
            let points = chart.points.map { point in
                "\(point.label)=\(point.value.map { "\($0)" } ?? "-")"
            }
            let theme = chart.theme.map { " \($0)" } ?? ""
            return "\(chart.kind) \(points.joined(separator: " "))\(theme)"
        case .unsupported(let name): return "unsupported \(name)"
        }
    }

    private static func text(_ element: PopupElement, _ behavior: AppBehavior.Maps) -> String {
        switch element.content {
        case .text(let text): "text \(behavior.html(text))"
        case .fields(let rows): "fields " + rows.map(\.label).joined(separator: ", ")
        case .media(let media): "media \(media.count)"
        case .attachments(let display): "attachments \(display)"
        case .expression(let expression): "expression \(expression.title ?? expression.name)"
        case .relationship(let id): "relationship \(id)"
        case .unsupported(let name): "unsupported \(name)"
        }
    }

    private static func text(_ choice: SymbolChoice?) -> String {
        switch choice {
        case .symbol(_, let label): label
        case .defaultSymbol(_, let label): "default \(label)"
        case .notEvaluated: "not evaluated"
        case SymbolChoice.none?, nil: "none"
        }
    }

    /// How layers are drawn, by their titles.
    static func drawings(_ layers: [MapLayer]) -> JSONValue {
        .object(Dictionary(layers.map { ($0.title, drawing($0)) }, uniquingKeysWith: { $1 }))
    }

    private static func drawing(_ layer: MapLayer) -> JSONValue {
        var facts = Self.facts(layer.drawing)
        facts["visible"] = .bool(layer.isVisible)
        facts["opacity"] = .string("\(layer.opacity)")
        let inside = layer.mapServiceLayer?.sublayers ?? []
        if !inside.isEmpty {
            facts["sublayers"] = .object(
                Dictionary(
                    inside.map { sublayer in
                        var facts = Self.facts(layer.drawing(ofSublayer: sublayer.id))
                        facts["visible"] = .bool(layer.isVisible(sublayer: sublayer.id))
                        return ("\(sublayer.id)", facts)
                    }, uniquingKeysWith: { $1 }))
        }
        return facts
    }

    private static func facts(_ drawing: LayerDrawing) -> JSONValue {
        [
            "renderer": .string(drawing.renderer.map(text) ?? "none"), "scales": .string("\(drawing.scaleRange)"),
            "transparency": .string("\(drawing.transparency)"), "showsLabels": .bool(drawing.showsLabels),
            "labels": .array(drawing.labels.map { .string(text($0)) }),
        ]
    }

    private static func text(_ renderer: Renderer) -> String {
        switch renderer.kind {
        case .simple(let symbol): "simple \(symbol.map { "\($0)" } ?? "none")"
        case .uniqueValue(let values):
            "uniqueValue \(values.fields.joined(separator: "+")) \(values.classes.count) classes"
        case .classBreaks(let breaks): "classBreaks \(breaks.field ?? "none") \(breaks.classes.count) classes"
        case .unsupported(let name): "unsupported \(name)"
        default: renderer.type
        }
    }

    private static func text(_ label: LabelClass) -> String {
        let expression =
            switch label.expression {
            case .fields(let text)?: text
            case .arcade(let source)?: "arcade \(source)"
            case nil: "none"
            }
        let condition = label.whereClause.map { " where \($0)" } ?? ""
        return "\(expression) \(label.placement ?? "anywhere") \(label.scaleRange)\(condition)"
    }
}
