internal import JSONValues

extension JSONValue {
    /// The field of a layer's metadata whose values name features; nil where there is none.
    ///
    /// Layers of map services do not name it: it is the field of the type `esriFieldTypeOID` (developers.arcgis.com, "Layer/Table (Map
    /// Service)").
    var objectIDField: String? {
        if let named = text("objectIdField") { return named }
        return (self["fields"]?.array ?? []).first { $0.text("type") == "esriFieldTypeOID" }?.text("name")
    }
}
