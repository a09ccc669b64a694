internal import FeatureEngine
internal import JSONValues

extension WriteRefusal {
    /// A failure with what is wrong with a file, and where in it.
    static func failed(_ message: String, _ problem: DataProblem) -> WriteRefusal {
        .failed(message, problem.path.isEmpty ? problem.problem : "\(problem.path): \(problem.problem)")
    }
}

/// A file of features that is published or appended.
struct FeatureFile {
    /// What a file can be.
    enum Format: String, CaseIterable {
        case csv
        case geojson
        case featureCollection
    }

    let format: Format
    private let bytes: [UInt8]
    /// How many bytes it has.
    var count: Int { bytes.count }

    /// Bytes of a file that are read at most.
    static let maximum = 32 << 20

    /// Reads the file of a request, an item that it names by `parameter`, a file of the form or a text, and gives what the body makes
    /// of it; all of that while nothing is locked. What is wrong is told, and so is what the body throws.
    static func reading<Outcome>(
        _ request: EndpointRequest, format: String?, item parameter: String, text: String,
        _ body: (FeatureFile) throws(WriteRefusal) -> Outcome
    ) throws(BlueprintError) -> Result<Outcome, WriteRefusal> {
        let (items, sharing) = (try request.content.items(), try Sharing(request))
        do throws(WriteRefusal) {
            let file = try FeatureFile(request, items, sharing, format: format, item: parameter, text: text)
            return .success(try body(file))
        } catch {
            return .failure(error)
        }
    }

    private init(
        _ request: EndpointRequest, _ items: PortalContent.Items, _ sharing: Sharing, format: String?,
        item parameter: String, text: String
    ) throws(WriteRefusal) {
        var found: (bytes: [UInt8], name: String, type: String)?
        if let id = request[parameter], !id.isEmpty {
            guard let item = items.withID(id) else {
                throw WriteRefusal(.noItem, "there is no item \(BodyProblem.quoted(id))")
            }
            guard sharing.mayRead(item) else {
                throw .permission("the item \(id) is not shared with \(request.viewer)")
            }
            guard let bytes = Self.bytes(of: item, request) else {
                throw .parameter(parameter, "names the item \(id), which has no data")
            }
            found = (bytes, item.document["name"]?.string ?? "", item.type)
        } else if let file = request.body.files.first {
            guard file.content.count <= Self.maximum, let bytes = file.content.bytes else {
                throw .limit("a file of features has at most \(Self.maximum) bytes")
            }
            found = (bytes, file.baseName, "")
        } else if let told = request[text], !told.isEmpty {
            found = (Array(told.utf8), "", "")
        }
        guard let found else { throw .parameter(parameter, "must be specified, or a file or '\(text)' be sent") }
        guard found.bytes.count <= Self.maximum else {
            throw .limit("a file of features has at most \(Self.maximum) bytes")
        }
        let told = (format ?? "").lowercased()
        let known = Format.allCases.first { $0.rawValue.lowercased() == told }
        guard told.isEmpty || known != nil else {
            throw .failed(
                "The file type is not supported.",
                "\(BodyProblem.quoted(format ?? "")) is none of \(Format.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        let byName: Format? =
            found.type == "CSV" || found.name.lowercased().hasSuffix(".csv")
            ? .csv
            : found.type == "GeoJson" || found.name.lowercased().hasSuffix("json")
                ? .geojson
                : found.type == "Feature Collection" ? .featureCollection : nil
        guard let format = known ?? byName else {
            throw .parameter("filetype", "must be one of \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.format = format
        bytes = found.bytes
    }

    private static func bytes(of item: PortalContent.Item, _ request: EndpointRequest) -> [UInt8]? {
        switch item.data {
        case .none: nil
        case .document(let value): Array(value.text().utf8)
        case .file(let path, _): request.content.file("files/" + path)
        case .text(let text): Array(text.utf8)
        case .upload(let file): file.count <= maximum ? file.bytes : nil
        }
    }

    /// A table with what is said of it besides.
    typealias Layer = (table: FeatureTable, told: [String: JSONValue])

    /// How many features are read, of all layers together.
    enum Amount {
        /// All, and more than so many are refused.
        case all(limit: Int)
        /// The first ones; what comes behind them is not looked at.
        case first(Int)

        /// Where reading ends: one feature behind a limit shows that it is passed.
        fileprivate var bound: ReadingBound {
            switch self {
            case .all(let limit): ReadingBound(features: limit < .max ? max(0, limit) + 1 : limit)
            case .first(let count): ReadingBound(features: max(0, count))
            }
        }
    }

    /// The layers of the file; `settings` may name the fields of places (developers.arcgis.com, "Publish Item": `latitudeFieldName`).
    ///
    /// What is wrong with the file is told as the details of `failure`.
    func layers(
        _ amount: Amount, _ settings: [String: JSONValue] = [:], named name: String, failure: String
    ) throws(WriteRefusal) -> [Layer] {
        let layers: [Layer]
        do throws(DataProblem) { layers = try read(amount.bound, settings, name) } catch {
            throw .failed(failure, error)
        }
        if case .all(let limit) = amount, layers.reduce(0, { $0 + $1.table.featureCount }) > limit {
            throw .limit("a layer takes \(limit) features")
        }
        return layers
    }

    private func read(
        _ bound: ReadingBound, _ settings: [String: JSONValue], _ name: String
    ) throws(DataProblem) -> [Layer] {
        switch format {
        case .csv:
            let signs = try CSVReader.Signs(delimiter: settings["columnDelimiter"], qualifier: settings["qualifier"])
            let reader = try CSVReader(bytes, signs: signs, bound: bound)
            var place = reader.placeFields
            switch settings["locationType"]?.string {
            case "none"?: place = nil
            case nil, "coordinates"?, "unknown"?:
                let (x, y) = (settings["longitudeFieldName"]?.string, settings["latitudeFieldName"]?.string)
                if let x, let y {
                    place = (x, y)
                } else if x != nil || y != nil {
                    throw DataProblem("latitudeFieldName and longitudeFieldName are told together only")
                }
                if let kind = settings["coordinateFieldType"]?.string, kind.lowercased() != "latitudeandlongitude" {
                    throw DataProblem(
                        "coordinateFieldType \"\(kind.prefix(40))\" is not served; LatitudeAndLongitude is")
                }
            case let other?:
                throw DataProblem("locationType \"\(other.prefix(40))\" is not served; coordinates and none are")
            }
            let reference = try Self.reference("sourceSR", settings)
            let told = settings["layerInfo"]?["fields"] ?? .null
            guard told.isNull || told.array != nil else { throw DataProblem("is no list", at: "layerInfo.fields") }
            do {
                let table = try reader.table(place: place, in: reference ?? .wgs84, fields: told.array ?? [])
                return [(table, ["name": .string(name)])]
            } catch {
                throw error.path.hasPrefix("fields[") ? error.within("layerInfo") : error
            }
        case .geojson:
            let table = try GeoJSONReader.read(bytes, objectIDField: "OBJECTID", fields: [], bound: bound)
            return [(table, ["name": .string(name)])]
        case .featureCollection:
            guard let value = try? JSONValue(parsing: bytes), let list = (value["layers"] ?? [value]).array,
                !list.isEmpty
            else { throw DataProblem("is no feature collection with layers") }
            guard list.count <= ContentWrite.maximumLayers else {
                throw DataProblem(
                    "has \(list.count) layers; at most \(ContentWrite.maximumLayers) are read, bring them in several files",
                    at: "layers")
            }
            var references = NamedReferences(in: "one file")
            var layers: [Layer] = []
            var remaining = bound
            for (index, layer) in list.enumerated() {
                do throws(DataProblem) {
                    let read = try Self.layer(layer, "\(name)_\(index)", remaining, &references)
                    layers.append(read)
                    remaining = remaining.remaining(behind: read.table)
                } catch {
                    throw error.within("layers[\(index)]")
                }
            }
            return layers
        }
    }

    /// A spatial reference that publishing is told; nil where it is not, or an empty text.
    static func reference(_ name: String, _ settings: [String: JSONValue]) throws(DataProblem) -> SpatialReference? {
        guard let told = settings[name], !told.isNull, told.string != "" else { return nil }
        guard let reference = SpatialReference(told) else {
            throw DataProblem("\(DataProblem.shown(told)) is not known; \(SpatialReference.known)", at: name)
        }
        return reference
    }

    private static func layer(
        _ layer: JSONValue, _ name: String, _ bound: ReadingBound, _ references: inout NamedReferences
    ) throws(DataProblem) -> Layer {
        var definition = layer["layerDefinition"]?.object ?? [:]
        let features = layer["featureSet"]?["features"]?.array ?? []
        if definition["geometryType"] == nil { definition["geometryType"] = layer["featureSet"]?["geometryType"] }
        if definition["name"]?.string == nil { definition["name"] = .string(name) }
        let named = [
            layer["featureSet"]?["spatialReference"], definition["extent"]?["spatialReference"],
            features.first?["geometry"]?["spatialReference"],
        ]
        for document in named { try references.note(document) }
        do { try references.note(of: features.prefix(bound.features)) } catch {
            throw error.within("features").within("featureSet")
        }
        let reference =
            named.compactMap { $0.flatMap { SpatialReference($0) } }.first ?? .wgs84
        let objectID =
            definition["fields"]?.array?.first { $0["type"]?.string == FieldType.objectID.rawValue }?["name"]?.string
            ?? definition["objectIdField"]?.string ?? "OBJECTID"
        // What has no id gets one by its place.
        let numbered = features.enumerated().map { index, feature -> JSONValue in
            var feature = feature
            if feature["attributes"]?[objectID]?.integer == nil, feature["attributes"]?.object != nil {
                feature["attributes"]?[objectID] = .integer(Int64(index) + 1)
            }
            return feature
        }
        return (
            try EsriFeatureReader.read(
                numbered, document: definition, objectIDField: objectID, reference: reference, bound: bound),
            definition
        )
    }
}
