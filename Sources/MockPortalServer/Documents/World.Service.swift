internal import JSONValues

extension World {
    /// `services/<name>.json`: one service of the ArcGIS Server.
    struct Service: Sendable {
        let name: String
        /// The organization that may use it where it is secured.
        let organization: String
        let mapServer: JSONValue?
        let featureServer: JSONValue?
        let layers: [Layer]

        init(_ reader: WorldReader, name: String) throws(BlueprintError) {
            try reader.allow(["orgId", "MapServer", "FeatureServer", "layers"])
            self.name = name
            organization = try reader.member("orgId").text()
            mapServer = reader.optional("MapServer")?.value
            featureServer = reader.optional("FeatureServer")?.value
            guard mapServer != nil || featureServer != nil else {
                throw reader.complaint("neither MapServer nor FeatureServer")
            }
            var layers: [Layer] = []
            for element in try reader.member("layers").list() { layers.append(try Layer(element)) }
            self.layers = layers
        }
    }

    /// One layer with its features.
    struct Layer: Sendable {
        let id: Int
        let document: [String: JSONValue]
        let objectIDField: String
        let features: [JSONValue]

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["layer", "features"])
            let layer = try reader.member("layer")
            document = try layer.object()
            guard let id = try layer.member("id").value.integer.flatMap({ Int(exactly: $0) }) else {
                throw try layer.member("id").complaint("is not a whole number")
            }
            self.id = id
            objectIDField = try layer.member("objectIdField").text()
            _ = try layer.member("fields").list()
            let features = try reader.member("features")
            for feature in try features.list() { _ = try feature.member("attributes").member(objectIDField) }
            self.features = features.value.array ?? []
        }
    }
}
