internal import FeatureEngine
internal import FixtureFiles
internal import JSONValues

extension PortalContent {
    /// `services/<name>.json`: one service of the ArcGIS Server.
    struct Service: Sendable {
        let name: String
        /// The organization that may use it where it is secured.
        let organization: String
        /// Whether it is the organization's alone, as content of a subscription is, whatever a blueprint secures.
        let isForMembers: Bool
        let mapServer: JSONValue?
        let featureServer: JSONValue?
        /// `ImageServer`, `VectorTileServer` and `GeocodeServer`: their metadata.
        let others: [String: JSONValue]
        /// What its `GeocodeServer` finds; nil for a service without.
        let locator: Locator?
        let layers: [Layer]
        let reference: SpatialReference
        /// Where the features are, before any edit.
        let extent: Box
        /// Whether every layer could be read.
        let isWhole: Bool
        /// Whether its map is cut into tiles.
        let isCached: Bool
        /// Whether its features are hosted by the portal's hosting server; false for a service of a server's own.
        let isHosted: Bool
        /// Whether the documents are made from data files; a recorded service is shown as it was recorded.
        let isMadeFromData: Bool
        /// What its documents were made from, beside the layers; nil for what it has not.
        let told: (map: [String: JSONValue]?, feature: [String: JSONValue]?)
        /// The item whose sharing decides who may use it; nil for a service of the files.
        let itemID: String?
        /// Bytes of the file that it was published from; 0 for any other service.
        let publishedBytes: Int
        /// Bytes that clients wrote into it, beside the edits of its features; 0 for a service of the files.
        let writtenBytes: Int

        /// A service that a client made, or one of the files that a client changed.
        init(
            name: String, organization: String, itemID: String?, isForMembers: Bool = false,
            told: (map: [String: JSONValue]?, feature: [String: JSONValue]?), others: [String: JSONValue] = [:],
            locator: Locator? = nil, isCached: Bool = false, isHosted: Bool = true, layers: [Layer],
            reference: SpatialReference, publishedBytes: Int = 0
        ) {
            self.name = name
            self.organization = organization
            self.itemID = itemID
            self.isForMembers = isForMembers
            self.told = told
            self.others = others
            self.locator = locator
            self.isCached = isCached
            self.isHosted = isHosted
            self.layers = layers
            self.reference = reference
            self.publishedBytes = publishedBytes
            writtenBytes = layers.reduce(publishedBytes + (told.feature?.weight ?? 0)) {
                $0 + $1.told.weight + $1.document.weight
            }
            isWhole = true
            isMadeFromData = true
            var extent = Box.empty
            for layer in layers { extent.extend(layer.extent) }
            self.extent = extent
            let documents = layers.map(\.document)
            let capabilities = told.feature?["capabilities"]?.string ?? "Query"
            mapServer = told.map?.asMapServer(documents, (reference, extent), isCached ? TileScheme.document : .none)
            featureServer = told.feature?.asFeatureServer(
                documents, (reference, extent), capabilities, Self.relationships(layers))
        }

        /// The same service with other layers, or another description.
        func changed(
            layers: [Layer]? = nil, feature: [String: JSONValue]? = nil
        ) -> Service {
            Service(
                name: name, organization: organization, itemID: itemID, isForMembers: isForMembers,
                told: (told.map, feature ?? told.feature), others: others, locator: locator, isCached: isCached,
                isHosted: isHosted,
                layers: layers ?? self.layers, reference: reference, publishedBytes: publishedBytes)
        }

        /// Features that an answer of its layers holds at most, where a layer itself does not say it.
        var maximum: Int { Self.maximum(told) }

        private static func maximum(_ told: (map: [String: JSONValue]?, feature: [String: JSONValue]?)) -> Int {
            [told.feature, told.map].lazy.compactMap { $0.flatMap { LayerDocument.maximum($0) } }.first
                ?? LayerDocument.usualMaximum
        }

        /// What it lets do with its features.
        var capabilities: String { told.feature?["capabilities"]?.string ?? "Query" }

        /// Whether clients may take features along and bring edits back.
        var synchronizes: Bool { Self.has("Sync", in: capabilities) }

        /// Whether clients may ask what changed.
        var isTracked: Bool { Self.isTracked(capabilities) }

        /// Whether it is remembered what changes, with such capabilities.
        static func isTracked(_ capabilities: String) -> Bool {
            has("Sync", in: capabilities) || has("ChangeTracking", in: capabilities)
        }

        private static func has(_ capability: String, in capabilities: String) -> Bool {
            capabilities.split(separator: ",").contains { $0 == capability }
        }

        /// Reads a service; `files` gives the files besides the documents, `home` the organization of one that names none.
        init(
            _ reader: WorldReader, name: String, organization home: () throws(BlueprintError) -> String, _ files: Files
        ) throws(BlueprintError) {
            try reader.allow([
                "orgId", "access", "hosted", "MapServer", "FeatureServer", "ImageServer", "VectorTileServer",
                "GeocodeServer",
                "cached",
                "layers",
            ])
            self.name = name
            organization = if let id = reader.optional("orgId") { try id.text() } else { try home() }
            isForMembers = try reader.optional("access")?.word(Audience.self) == .org
            isCached = try reader.optional("cached")?.truth() ?? false
            isHosted = try reader.optional("hosted")?.truth() ?? true
            var others: [String: JSONValue] = [:]
            for kind in ["ImageServer", "VectorTileServer"] {
                others[kind] = try reader.optional(kind).map { reader throws(BlueprintError) in
                    .object(try reader.object())
                }
            }
            locator = try reader.optional("GeocodeServer").map { reader throws(BlueprintError) in try Locator(reader) }
            if var document = reader.optional("GeocodeServer")?.value.object {
                document["sources"] = nil
                others["GeocodeServer"] = .object(document)
            }
            self.others = others
            var told = (map: reader.optional("MapServer"), feature: reader.optional("FeatureServer"))
            if told.map == nil, told.feature == nil, others.isEmpty {
                guard reader.value["layers"]?.array?.contains(where: { $0["data"] != nil }) == true else {
                    throw reader.complaint(
                        "none of MapServer, FeatureServer, ImageServer, VectorTileServer and GeocodeServer, and no layer with data"
                    )
                }
                // What is made from data can be drawn and asked.
                told.map = WorldReader([:], source: reader.source, path: "MapServer")
                told.feature = WorldReader([:], source: reader.source, path: "FeatureServer")
            }
            _ = try told.map?.object()
            let capabilities = try told.feature?.checked().optional("capabilities")?.text() ?? "Query"
            self.told = (map: told.map?.value.object, feature: told.feature?.value.object)
            itemID = nil
            (publishedBytes, writtenBytes) = (0, 0)
            let ownReference = (told.feature ?? told.map)?.value["spatialReference"].flatMap { SpatialReference($0) }
            reference = ownReference ?? .webMercator
            let layers = try Self.layers(
                reader, name, capabilities, Self.maximum(self.told), reference, files)
            self.layers = layers
            // A layer with a mistake is left out, and what is said of it cannot be followed.
            isWhole = layers.count == reader.value["layers"]?.array?.count ?? 0
            if isWhole {
                try Self.checkRelationships(reader, layers)
            }
            var extent = Box.empty
            for layer in layers { extent.extend(layer.extent) }
            self.extent = extent
            // What a recorded service said is shown word for word; the others are made from their data.
            isMadeFromData = layers.contains(where: \.isMadeFromData)
            guard isMadeFromData else {
                mapServer = told.map?.value
                featureServer = told.feature?.value
                return
            }
            let documents = layers.map(\.document)
            let tileInfo: JSONValue? = isCached ? TileScheme.document : .none
            let place = (reference, extent)
            let relationships = Self.relationships(layers)
            mapServer = try told.map?.object().asMapServer(documents, place, tileInfo)
            featureServer = try told.feature?.object().asFeatureServer(
                documents, place, capabilities, relationships)
        }

        private static func layers(
            _ reader: WorldReader, _ service: String, _ capabilities: String, _ maximum: Int,
            _ reference: SpatialReference, _ files: Files
        ) throws(BlueprintError) -> [Layer] {
            var layers: [Layer] = []
            for (index, element) in (try reader.optional("layers")?.list() ?? []).enumerated() {
                let layer = try DocumentMistakes.part { () throws(BlueprintError) in
                    try Layer(
                        element, index: index, service: service, capabilities: capabilities, maximum: maximum,
                        reference: reference, files)
                }
                guard let layer else { continue }
                if layers.contains(where: { $0.id == layer.id }) {
                    try element.note("there are two layers \(layer.id)")
                }
                layers.append(layer)
            }
            return layers
        }
    }

    /// Who may use a service without anything else being said.
    enum Audience: String, CaseIterable {
        case everybody = "public"
        case org
    }

    /// The files besides the documents.
    struct Files: Sendable {
        let fixtures: FixtureTree

        /// The bytes of a file; nil where there is none.
        func bytes(_ path: String) -> [UInt8]? {
            let path = PortalContent.folder + "files/" + path
            return fixtures.contains(path) ? try? fixtures.bytes(at: path) : nil
        }

        /// The bytes of a data file of a service: below `files/services`, or beside the service's document; nil where there is none.
        ///
        /// Throws `unreadable` where it is there and cannot be read, or is too large.
        func data(_ path: String, of service: String) throws(BlueprintError) -> [UInt8]? {
            let folder = service.lastIndex(of: "/").map { String(service[...$0]) } ?? ""
            let places = ["files/services/\(path)", "services/\(folder)\(path)"].map { PortalContent.folder + $0 }
            guard let place = places.first(where: fixtures.contains) else { return nil }
            do {
                return try fixtures.bytes(at: place)
            } catch {
                throw BlueprintError(.unreadable, source: error.path, problem: error.problem)
            }
        }

        /// Where such a file is, for errors.
        func place(ofData path: String, of service: String) -> String {
            let usual = PortalContent.folder + "files/services/" + path
            guard !fixtures.contains(usual) else { return fixtures.place(of: usual) }
            let folder = service.lastIndex(of: "/").map { String(service[...$0]) } ?? ""
            return fixtures.place(of: PortalContent.folder + "services/" + folder + path)
        }

        /// The paths below a folder, without the folder.
        func paths(under folder: String) -> [String] {
            let folder = PortalContent.folder + "files/" + folder + "/"
            return fixtures.paths(under: folder).map { String($0.dropFirst(folder.count)) }
        }
    }
}

extension [String: JSONValue] {
    /// What a service document says of its map, completed from the layers.
    fileprivate func asMapServer(
        _ layers: [[String: JSONValue]], _ place: (reference: SpatialReference, extent: Box), _ tileInfo: JSONValue?
    ) -> JSONValue {
        ServiceDocument.mapServer(
            self, layers, reference: place.reference, extent: place.extent, tileInfo: tileInfo)
    }

    /// The same of its features.
    fileprivate func asFeatureServer(
        _ layers: [[String: JSONValue]], _ place: (reference: SpatialReference, extent: Box), _ capabilities: String,
        _ relationships: [JSONValue]
    ) -> JSONValue {
        ServiceDocument.featureServer(
            merging(["relationships": .array(relationships)]) { told, _ in told }, layers, reference: place.reference,
            extent: place.extent, capabilities: capabilities)
    }
}
