public import JSONValues
public import PortalAuthentication

/// What a web map shows of a layer's features; the map gives the same object each time it is asked for it.
public final class PopupDefinition: Sendable {
    /// A field that is shown.
    public struct FieldInfo: Sendable, Hashable {
        /// The field.
        public let name: String
        /// The name to show.
        public let label: String
        /// Whether it is shown.
        public let isVisible: Bool
        /// Whether it may be changed.
        public let isEditable: Bool
    }
    /// The title, with names of fields in braces; nil where there is none.
    public let title: String?
    /// The text in place of a table of fields; nil where there is none.
    public let text: String?
    /// The fields, in order.
    public let fields: [FieldInfo]
    /// The definition as it came.
    public let rawJSON: JSONValue

    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        title = json.text("title")
        text = json.text("description")
        fields = (json["fieldInfos"]?.array ?? []).compactMap { info in
            guard let name = info.text("fieldName") else { return nil }
            return FieldInfo(
                name: name, label: info.text("label") ?? name, isVisible: info.flag("visible") ?? true,
                isEditable: info.flag("isEditable") ?? false)
        }
        rawJSON = json
    }

    /// The title of a feature: each name of a field in braces is replaced by the feature's value.
    func title(of feature: Feature) -> String {
        var result = ""
        var rest = (title ?? "")[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            result += feature[name].map(Self.shown) ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func shown(_ value: JSONValue) -> String {
        value.string ?? (value.isNull ? "" : value.text())
    }
}

/// What a map shows of one feature.
public struct Popup: Sendable {
    /// The layer, or the one that holds the sublayer.
    public let layer: MapLayer
    /// How it is shown.
    public let definition: PopupDefinition
    /// What is shown.
    public let feature: Feature

    /// The title with the feature's values in it.
    public var title: String { definition.title(of: feature) }
}

/// What one layer shows within an extent.
public struct FetchedPopups: Sendable {
    /// The layer.
    public let layer: MapLayer
    /// What it shows; empty where nothing lies there.
    public let popups: [Popup]
    /// Why the layer could not be asked; nil where it could.
    public let error: PortalError?
}
