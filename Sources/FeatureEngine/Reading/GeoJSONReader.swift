package import JSONValues

/// Reads a feature collection (RFC 7946) into a table, feature by feature.
package struct GeoJSONReader {
    private let bytes: [UInt8]
    private let objectIDField: String
    private let bound: ReadingBound
    /// What the layer document says of fields, in its order.
    private let told: [[String: JSONValue]]
    private var builders: [String: ColumnBuilder] = [:]
    private var objectIDs: [Int64] = []
    private var known: Set<Int64> = []
    private var geometry: GeometryColumn?
    /// Features without a geometry, before the first that has one.
    private var shapeless = 0

    /// Reads a whole text; `fields` are those of the layer document, which may leave out all but their names.
    package static func read(
        _ bytes: [UInt8], objectIDField: String, fields: [JSONValue], bound: ReadingBound = .none
    ) throws(DataProblem) -> FeatureTable {
        var reader = GeoJSONReader(bytes, objectIDField, fields, bound)
        try reader.readCollection()
        return try reader.table()
    }

    private init(_ bytes: [UInt8], _ objectIDField: String, _ fields: [JSONValue], _ bound: ReadingBound) {
        self.bytes = bytes
        self.bound = bound
        self.objectIDField = objectIDField
        told = fields.compactMap(\.object)
        for overrides in told {
            guard let name = overrides["name"]?.string, let type = overrides["type"]?.string,
                let type = FieldType(rawValue: type), name != objectIDField
            else { continue }
            builders[name] = ColumnBuilder(Field(name: name, type: type, overrides: overrides), rows: 0)
        }
    }

    private mutating func readCollection() throws(DataProblem) {
        var slices = JSONSlices(bytes)
        guard slices.enter("{") else { throw DataProblem("is no JSON object") }
        var type: JSONValue?
        var hasFeatures = false
        var names: Set<String> = []
        while let member = try slices.nextMember() {
            guard names.insert(member.name).inserted else { throw DataProblem("stands there twice", at: member.name) }
            switch member.name {
            case "type": type = try JSONSlices.value(bytes, in: member.value)
            case "features":
                hasFeatures = true
                try readFeatures(member.value)
            case "crs": throw DataProblem("RFC 7946 knows no other reference than WGS 84; leave it out", at: "crs")
            default: continue
            }
        }
        try slices.end()
        guard type == "FeatureCollection" else { throw DataProblem("is not \"FeatureCollection\"", at: "type") }
        guard hasFeatures else { throw DataProblem("\"features\" is missing") }
    }

    private mutating func readFeatures(_ range: Range<Int>) throws(DataProblem) {
        var slices = JSONSlices(bytes, in: range)
        guard slices.enter("[") else { throw DataProblem("is not a list", at: "features") }
        var index = 0
        while index < bound.features, let slice = try slices.next() {
            do {
                try readFeature(try JSONSlices.value(bytes, in: slice), index)
            } catch {
                throw error.within("features[\(index)]")
            }
            index += 1
        }
    }

    /// Fields that a layer may have: every feature has a value for each.
    private static let maximumFields = 1000

    private mutating func readFeature(_ feature: JSONValue, _ index: Int) throws(DataProblem) {
        guard feature["type"] == "Feature" else { throw DataProblem("is not \"Feature\"", at: "type") }
        let properties = feature["properties"] ?? .null
        guard properties.isNull || properties.object != nil else {
            throw DataProblem("is neither an object nor null", at: "properties")
        }
        let members = properties.object ?? [:]
        try readID(feature["id"] ?? members[objectIDField], index)
        let fields = members.keys.reduce(builders.count) { count, name in
            name == objectIDField || builders[name] != nil ? count : count + 1
        }
        guard fields <= Self.maximumFields else {
            throw DataProblem("more than \(Self.maximumFields) different properties", at: "properties")
        }
        // Before there is room for them: a property that is new has a value for each feature before, too.
        try bound.check(values: (index + 1) * (fields + 1))
        for (name, value) in members where name != objectIDField {
            do {
                try bound.check(name: name, of: "a property")
            } catch {
                throw error.within("properties")
            }
            do {
                try builders[name, default: ColumnBuilder(nil, rows: index)].append(value)
            } catch {
                throw error.within("properties.\(name)")
            }
        }
        for name in builders.keys where members[name] == nil {
            try builders[name]?.append(.null)
        }
        do {
            try readGeometry(feature["geometry"] ?? .null)
        } catch {
            throw error.within("geometry")
        }
    }

    private mutating func readID(_ json: JSONValue?, _ index: Int) throws(DataProblem) {
        let id: Int64
        if let json {
            guard let whole = json.integer, (0...Int64(Int32.max)).contains(whole) else {
                throw DataProblem("\(DataProblem.shown(json)) is not a whole number from 0 to \(Int32.max)", at: "id")
            }
            id = whole
        } else {
            id = Int64(index) + 1
        }
        guard known.insert(id).inserted else { throw DataProblem("there are two features \(id)", at: "id") }
        objectIDs.append(id)
    }

    private mutating func readGeometry(_ json: JSONValue) throws(DataProblem) {
        guard let shape = try GeoJSONGeometry.shape(json) else {
            if geometry == nil { shapeless += 1 } else { geometry?.append(nil) }
            return
        }
        if geometry == nil {
            geometry = GeometryColumn(shape.kind)
            for _ in 0..<shapeless { geometry?.append(nil) }
        }
        guard let kind = geometry?.kind, shape.kind == kind else {
            throw DataProblem("a layer has one kind of geometry, and those before it are another", at: "type")
        }
        geometry?.append(shape)
    }

    private func table() throws(DataProblem) -> FeatureTable {
        let toldNames = told.compactMap { $0["name"]?.string }
        for name in toldNames where name != objectIDField && builders[name] == nil {
            let near = NearestName.to(name, among: builders.keys.sorted()).map { ". Did you mean \($0)?" } ?? ""
            throw DataProblem("no feature has a property \"\(name)\", and the layer gives it no type\(near)")
        }
        let ownOverrides = told.first { $0["name"]?.string == objectIDField } ?? [:]
        var fields = [Field(name: objectIDField, type: .objectID, overrides: ownOverrides)]
        var columns = [Column.integers(objectIDs)]
        let rest = builders.keys.filter { !toldNames.contains($0) }.sorted()
        for name in toldNames + rest where name != objectIDField {
            let overrides = told.first { $0["name"]?.string == name } ?? [:]
            guard let (field, column) = builders[name]?.finished(name, overrides: overrides) else { continue }
            fields.append(field)
            columns.append(column)
        }
        return FeatureTable(fields: fields, objectIDIndex: 0, columns: columns, geometry: geometry)
    }
}
