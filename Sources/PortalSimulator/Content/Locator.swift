internal import FeatureEngine
internal import JSONValues
internal import Platform

/// What a geocode service finds: features of layers by one of their fields each.
struct Locator: Sendable {
    /// A layer whose features it finds.
    struct Source: Sendable {
        let service: String
        let layer: Int
        /// The field of their names.
        let field: String
        /// The kind of address that they are (developers.arcgis.com, "Geocoding service output", `Addr_type`).
        let addressType: String
        /// What they are, such as `Street`.
        let type: String
    }
    let sources: [Source]
    /// What was made of the features, and the editions of their tables then.
    private let made = Locked<(editions: [Edition], index: PlaceIndex)?>(nil)

    private struct Edition: Equatable {
        let features: Locked<FeatureTable>
        let number: Int

        static func == (one: Edition, other: Edition) -> Bool {
            one.features === other.features && one.number == other.number
        }
    }

    /// Reads the member `sources` of a geocode service.
    init(_ reader: WorldReader) throws(BlueprintError) {
        var sources: [Source] = []
        for element in try reader.checked().member("sources").list() {
            try element.allow(["service", "layer", "field", "addressType", "type"])
            sources.append(
                Source(
                    service: try element.member("service").text(), layer: try element.optional("layer")?.ordinal() ?? 0,
                    field: try element.member("field").text(),
                    addressType: try element.optional("addressType")?.text() ?? "POI",
                    type: try element.optional("type")?.text() ?? ""))
        }
        self.sources = sources
    }

    /// The places as they are now; looked up anew where a feature has changed.
    func places(in content: PortalContent) throws(BlueprintError) -> PlaceIndex {
        var tables: [FeatureTable?] = []
        var editions: [Edition] = []
        for source in sources {
            let layer = try content.service(source.service)?.layers.first { $0.id == source.layer }
            let table = layer?.features.withLock { $0 }
            tables.append(table)
            if let layer, let table {
                editions.append(Edition(features: layer.features, number: table.edition))
            }
        }
        if let known = made.withLock({ $0 }), known.editions == editions { return known.index }
        let places = zip(sources, tables).flatMap { source, table in
            table.map {
                Place.all(in: $0, named: source.field, addressType: source.addressType, type: source.type)
            } ?? []
        }
        let index = PlaceIndex(places)
        made.withLock { $0 = (editions, index) }
        return index
    }
}
