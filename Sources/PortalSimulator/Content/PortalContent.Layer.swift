internal import FeatureEngine
internal import FixtureFiles
internal import JSONValues
internal import Platform

extension PortalContent {
    /// One layer with its features.
    struct Layer: Sendable {
        let id: Int
        /// Its metadata.
        let document: [String: JSONValue]
        /// What the metadata were made from, beside the features.
        let told: [String: JSONValue]
        /// The features as they are now: edits change them.
        let features: Locked<FeatureTable>
        /// Held by the one edit that is applied at a time; its value is where the features are, which is elsewhere once the layer's
        /// definition has changed.
        let editing: Locked<Locked<FeatureTable>>
        let reference: SpatialReference
        /// Features that one answer holds at most.
        let maximum: Int
        /// Where the features are, before any edit.
        let extent: Box
        /// Whether the metadata were made from a data file.
        let isMadeFromData: Bool
        /// The fields that say when a feature is; nil where the layer is not time-aware.
        let timeFields: TimeFilter.Fields?
        /// What the layer has to do with others of its service.
        let relationships: [LayerRelationship]
        /// What is attached to the features now: uploads change it, and so do deletions of features. Where the layer's definition has
        /// changed, it is that of the layer before: an edit that waited meanwhile changes the same.
        let attachments: Locked<AttachmentTable>

        /// Reads a layer; `index` says where it stands among those of its service.
        init(
            _ reader: WorldReader, index: Int, service: String, capabilities: String, maximum: Int,
            reference: SpatialReference, _ files: Files
        ) throws(BlueprintError) {
            try reader.allow(["layer", "features", "data"])
            let data = reader.optional("data")
            // What is made from data need not say what the data are.
            let layer =
                data == nil
                ? try reader.member("layer")
                : WorldReader(
                    .object(try reader.optional("layer")?.object() ?? [:]), source: reader.source,
                    path: DocumentReader.join(reader.path, "layer"))
            var told = try layer.object()
            id = try (data == nil ? try layer.member("id") : layer.optional("id"))?.ordinal() ?? index
            if let file = data?.value.string {
                if told["id"] == nil { told["id"] = .integer(Int64(id)) }
                if told["name"] == nil { told["name"] = .string(Self.name(ofData: file)) }
            }
            let folder = "services/\(service)/\(id)"
            let attached = Self.attachments(folder, files)
            attachments = Locked(AttachmentTable(attached))
            self.reference = told["extent"]?["spatialReference"].flatMap { SpatialReference($0) } ?? reference
            var table: FeatureTable
            if let data {
                table = try Self.table(data, layer, service, files)
                _ = try layer.optional("name")?.text()
                document = LayerDocument.make(
                    table, told: told, reference: self.reference, capabilities: capabilities, maximum: maximum,
                    hasAttachments: !attached.isEmpty)
            } else {
                table = try Self.table(features: try reader.member("features"), layer, self.reference)
                document = told
            }
            if PortalContent.Service.isTracked(capabilities) { table.track() }
            table.countAsGiven()
            self.told = told
            timeFields = document["timeInfo"]?.object.flatMap { LayerDocument.timeFields($0, of: table) }
            if reader.optional("data") != nil, timeFields == nil, let timeInfo = layer.optional("timeInfo") {
                throw timeInfo.complaint("startTimeField and endTimeField have to be fields of the type date")
            }
            relationships = (document["relationships"]?.array ?? []).compactMap { LayerRelationship($0) }
            isMadeFromData = reader.optional("data") != nil
            extent = table.extent
            self.maximum = LayerDocument.maximum(document) ?? maximum
            features = Locked(table)
            editing = Locked(features)
        }

        /// A layer that a client made or changed; `told` is what its definition says, `maximum` how many features an answer holds where
        /// that says nothing, `attachments` and `editing` are those of the layer before it.
        init(
            id: Int, told: [String: JSONValue], table: FeatureTable, reference: SpatialReference, capabilities: String,
            maximum: Int, attachments: Locked<AttachmentTable> = Locked(AttachmentTable([])),
            editing: Locked<Locked<FeatureTable>>? = nil
        ) {
            self.id = id
            var table = table
            if PortalContent.Service.isTracked(capabilities) { table.track() }
            var told = told
            told["id"] = .integer(Int64(id))
            self.told = told
            self.reference = reference
            self.attachments = attachments
            document = LayerDocument.make(
                table, told: told, reference: reference, capabilities: capabilities, maximum: maximum,
                hasAttachments: false)
            timeFields = document["timeInfo"]?.object.flatMap { LayerDocument.timeFields($0, of: table) }
            relationships = (document["relationships"]?.array ?? []).compactMap { LayerRelationship($0) }
            isMadeFromData = true
            extent = table.extent
            self.maximum = LayerDocument.maximum(document) ?? maximum
            features = Locked(table)
            self.editing = editing ?? Locked(features)
        }

        /// The features of a data file.
        private static func table(
            _ data: WorldReader, _ layer: WorldReader, _ service: String, _ files: Files
        ) throws(BlueprintError) -> FeatureTable {
            let path = try data.text()
            guard let bytes = try files.data(path, of: service) else {
                throw data.complaint(
                    "there is no file \(path) beside the service's document, nor \(PortalContent.folder)files/services/\(path)"
                )
            }
            let objectIDField = try layer.optional("objectIdField")?.text() ?? "OBJECTID"
            let fields = layer.optional("fields")
            for field in try fields?.list() ?? [] { try checkType(of: field) }
            let place = files.place(ofData: path, of: service)
            let key = files.fixtures.isEmbedded ? "\(place) \(objectIDField) \(fields?.value.text() ?? "")" : nil
            if let key, let table = embeddedTables.withLock({ $0[key] }) { return table }
            do {
                let table = try GeoJSONReader.read(
                    bytes, objectIDField: objectIDField, fields: fields?.value.array ?? [])
                if let key { embeddedTables.withLock { $0[key] = table } }
                return table
            } catch {
                throw BlueprintError(
                    .worldDocument, source: place, keyPath: error.path, problem: error.problem)
            }
        }

        /// The tables of the data files inside the product, read once a process: these files never change, and a table is a value, so
        /// that what is edited at one portal is none of another's.
        private static let embeddedTables = Locked<[String: FeatureTable]>([:])

        /// Says where the type of a field is none.
        private static func checkType(of field: WorldReader) throws(BlueprintError) {
            guard let type = field.optional("type"), type.value.string.flatMap(FieldType.init) == nil else { return }
            try DocumentMistakes.note(
                BlueprintError(
                    .worldDocument, source: type.source, keyPath: type.path,
                    problem: "\(DocumentReader.shown(type.value)) is no type of a field",
                    allowed: FieldType.allCases.map(\.rawValue), written: type.value.string))
        }

        /// The name of a data file without folder and ending.
        private static func name(ofData path: String) -> String {
            let file = path.split(separator: "/").last ?? ""
            return String(file.prefix { $0 != "." })
        }

        /// The features that stand in the document itself.
        private static func table(
            features: WorldReader, _ layer: WorldReader, _ reference: SpatialReference
        ) throws(BlueprintError) -> FeatureTable {
            _ = try layer.member("fields").list()
            _ = try features.list()
            do {
                return try EsriFeatureReader.read(
                    features.value.array ?? [], document: try layer.object(),
                    objectIDField: try layer.member("objectIdField").text(), reference: reference)
            } catch let problem as DataProblem {
                // The path begins with `features`, which the reader's own path ends with.
                let outer = features.path.dropLast("features".count)
                throw BlueprintError(
                    .worldDocument, source: features.source, keyPath: outer + problem.path, problem: problem.problem)
            } catch let problem as BlueprintError {
                throw problem
            } catch {
                throw features.complaint("cannot be read")
            }
        }

        /// The files `<feature>/<attachment>.<ending>` below the layer's folder.
        private static func attachments(_ folder: String, _ files: Files) -> [AttachmentTable.Attachment] {
            files.paths(under: folder).compactMap { path in
                let parts = path.split(separator: "/")
                guard parts.count == 2, let feature = Int64(parts[0]),
                    let id = parts[1].split(separator: ".").first.flatMap({ Int64($0) })
                else { return nil }
                let path = "\(folder)/\(path)"
                return AttachmentTable.Attachment(
                    feature: feature, id: id, globalID: GlobalID(of: path), name: String(parts[1]),
                    mediaType: MediaType.of(String(parts[1])),
                    content: .file(path: path), size: files.bytes(path)?.count ?? 0)
            }.sorted { ($0.feature, $0.id) < ($1.feature, $1.id) }
        }
    }
}
