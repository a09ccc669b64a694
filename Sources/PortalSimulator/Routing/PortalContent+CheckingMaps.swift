internal import JSONValues

extension PortalContent {
    /// Reads the document of a web map as clients do (developers.arcgis.com/web-map-specification), and follows its addresses.
    func checkWebMap(_ map: WorldReader, _ items: Items) throws(BlueprintError) {
        let basemap = try map.member("baseMap")
        _ = try basemap.member("title").text()
        var layers = try basemap.member("baseMapLayers").list() + map.member("operationalLayers").list()
        layers += try map.optional("tables")?.list() ?? []
        for layer in layers { try checkLayer(layer, items) }
        _ = try map.member("version").text()
        _ = try map.member("spatialReference").member("wkid").number()
        for bookmark in try map.optional("bookmarks")?.list() ?? [] {
            _ = try bookmark.member("name").text()
            for key in ["xmin", "ymin", "xmax", "ymax"] { _ = try bookmark.member("extent").member(key).number() }
        }
    }

    private func checkLayer(_ layer: WorldReader, _ items: Items) throws(BlueprintError) {
        _ = try layer.member("id").text()
        // Layers of Bing Maps have `type` alone; those of the first maps, of 2011, have neither, and their address tells.
        let type = try (layer.optional("layerType") ?? layer.optional("type"))?.text()
        if type == nil, layer.optional("url") == nil { try layer.note("\"layerType\" is missing") }
        _ = try layer.optional("title")?.text()
        _ = try layer.optional("visibility")?.truth()
        _ = try layer.optional("opacity")?.number()
        _ = try layer.optional("popupInfo")?.object()
        if let reader = layer.optional("itemId") {
            let id = try reader.identifier()
            if items.withID(id) == nil { try Self.note(reader, "", "item", id, items.all.map(\.id)) }
        }
        if let address = layer.optional("url") {
            try checkAddress(address, isServed: type.map(Self.served.contains) ?? true)
        }
        guard type == "GroupLayer" else {
            for inner in try layer.optional("layers")?.list() ?? [] { _ = try inner.member("id").number() }
            return
        }
        for inner in try layer.member("layers").list() { try checkLayer(inner, items) }
    }

    /// The types of layers that stand on a service; others may have addresses that no server knows.
    private static let served: Set<String> = [
        "ArcGISFeatureLayer", "ArcGISMapServiceLayer", "ArcGISTiledMapServiceLayer", "ArcGISImageServiceLayer",
        "VectorTileLayer",
    ]

    /// An address on the portal's own server has to name a service, and something that the service has.
    private func checkAddress(_ reader: WorldReader, isServed: Bool) throws(BlueprintError) {
        let address = try reader.text()
        let services = placeholders.expand("{{server}}/rest/services/")
        guard isServed, address.hasPrefix(services) else { return }
        let parts = address.dropFirst(services.count).prefix { $0 != "?" }.split(separator: "/").map(String.init)
        guard let place = parts.firstIndex(where: { $0.hasSuffix("Server") }) else {
            return try reader.note("\"\(address)\" ends before FeatureServer or MapServer")
        }
        let name = parts[..<place].joined(separator: "/")
        guard let service = try service(name) else {
            return try Self.note(reader, "", "service", name, serviceNames)
        }
        guard let kind = ServiceRequest.Kind(rawValue: parts[place]), service.document(kind) != nil else {
            return try reader.note("the service \(name) has no \(parts[place])")
        }
        guard parts.count > place + 1 else { return }
        // A layer with a mistake is told by it.
        guard service.isWhole else { return }
        guard let id = Int(parts[place + 1]), service.layers.contains(where: { $0.id == id }) else {
            return try reader.note("the service \(name) has no layer \(parts[place + 1])")
        }
    }
}
