package import JSONValues

/// How a layer that clients make comes by its fields (developers.arcgis.com, "Add To Definition (Feature Service)").
extension FeatureTable {
    /// Fields that a layer may have.
    package static let maximumFields = 1_000
    /// Values that it may have, empty ones too, where a client brings them or the fields for them.
    static let maximumValues = 2_000_000

    /// Makes a table without features.
    ///
    /// The field of the object ids is the one of that type, or the one that is named; where there is none, it is added. Throws which
    /// field is wrong, and why.
    package static func empty(
        fields documents: [JSONValue], objectIDField: String?, geometry: GeometryKind?
    ) throws(DataProblem) -> FeatureTable {
        let isObjectID = { (field: JSONValue) in field["type"]?.string == FieldType.objectID.rawValue }
        let told = documents.first(where: isObjectID)?["name"]?.string ?? objectIDField ?? "OBJECTID"
        var table = FeatureTable(
            fields: [Field(name: told, type: .objectID)], objectIDIndex: 0, columns: [.integers([])],
            geometry: geometry.map { GeometryColumn($0) })
        guard isName(told) else {
            throw DataProblem("\"\(told.prefix(60))\" is no name of a field", at: "objectIdField")
        }
        for (index, document) in documents.enumerated() where document["name"]?.string != told {
            do { try table.add(field: document) } catch { throw error.within("fields[\(index)]") }
        }
        return table
    }

    /// Adds a field, which no feature has a value of, or the default value where the document has one.
    package mutating func add(field document: JSONValue) throws(DataProblem) {
        guard let name = document["name"]?.string, Self.isName(name) else {
            throw DataProblem(
                "\(DataProblem.shown(document["name"] ?? .null)) is no name of a field: a letter, then letters, digits and _",
                at: "name")
        }
        guard field(name) == nil else { throw DataProblem("there is a field \"\(name)\" already", at: "name") }
        guard let type = document["type"]?.string.flatMap({ FieldType(rawValue: $0) }), type != .other,
            type != .objectID
        else {
            throw DataProblem(
                "\(DataProblem.shown(document["type"] ?? .null)) is no type that a field can be given", at: "type")
        }
        guard type != .globalID || globalIDIndex == nil else {
            throw DataProblem("there is a field of global ids already", at: "type")
        }
        guard fields.count < Self.maximumFields else {
            throw DataProblem("a layer has at most \(Self.maximumFields) fields")
        }
        guard (fields.count + 1) * objectIDs.count <= Self.maximumValues else {
            throw DataProblem(
                "with it the layer would have more than \(Self.maximumValues) values, counting those that are empty"
            )
        }
        var overrides = document.object ?? [:]
        if type == .globalID { overrides.merge(["nullable": false, "editable": false]) { $1 } }
        if type == .text, overrides["length"]?.integer.map({ (1...1_000_000).contains($0) }) != true {
            guard overrides["length"] == nil || overrides["length"] == .null else {
                throw DataProblem("\(DataProblem.shown(overrides["length"] ?? .null)) is no length", at: "length")
            }
            overrides["length"] = 256
        }
        let added = Field(name: name, type: type, overrides: overrides)
        var column = Column(type.storage, count: objectIDs.count)
        if type == .globalID {
            var generator = SystemRandomNumberGenerator()
            for row in objectIDs.indices { column.replace(row, with: .text(GlobalID(using: &generator).text)) }
        } else if let value = document["defaultValue"], !value.isNull {
            let usual: FieldValue
            do { usual = try added.value(from: value) } catch { throw error.within("defaultValue") }
            for row in objectIDs.indices { column.replace(row, with: usual) }
        }
        room.count(contents: Self.contents(of: column))
        columns.append(column)
        fields.append(added)
    }

    /// Changes what a field's document says; its name, its type and its values stay.
    package mutating func change(field name: String, _ members: [String: JSONValue]) throws(DataProblem) {
        let (index, next) = try changed(field: name, members)
        fields[index] = next
    }

    /// Changes what the documents of several fields say, each of which stands there once. Throws which of them is wrong, and why; all
    /// fields stay as they are then.
    package mutating func change(fields documents: [JSONValue]) throws(DataProblem) {
        var changed: [Int: Field] = [:]
        for (place, document) in documents.enumerated() {
            do throws(DataProblem) {
                let name = document["name"]?.string ?? ""
                if let index = field(name), changed[index] != nil {
                    throw DataProblem("stands there twice: \"\(name.prefix(60))\"", at: "name")
                }
                let (index, next) = try self.changed(field: name, document.object ?? [:])
                changed[index] = next
            } catch {
                throw error.within("fields[\(place)]")
            }
        }
        guard !changed.isEmpty else { return }
        fields = fields.enumerated().map { changed[$0] ?? $1 }
    }

    /// A field as it is with other members, and where it stands.
    private func changed(
        field name: String, _ members: [String: JSONValue]
    ) throws(DataProblem) -> (index: Int, field: Field) {
        guard let index = field(name) else { throw DataProblem("there is no field \"\(name.prefix(60))\"", at: "name") }
        let old = fields[index]
        guard members["type"] == nil || members["type"]?.string == old.type.rawValue else {
            throw DataProblem("the type of a field cannot be changed; it is \(old.type.rawValue)", at: "type")
        }
        if let told = members["length"], told != old.document["length"] {
            try check(length: told, of: index)
        }
        var document = old.document.object ?? [:]
        document.merge(members) { $1 }
        document["name"] = .string(old.name)
        return (index, Field(name: old.name, type: old.type, overrides: document))
    }

    /// Throws where the texts of a field do not fit into a length, or where the field has no texts.
    private func check(length told: JSONValue, of index: Int) throws(DataProblem) {
        guard fields[index].type == .text else {
            throw DataProblem("is that of texts alone; the field is \(fields[index].type.rawValue)", at: "length")
        }
        guard let length = told.integer, (1...1_000_000).contains(length) else {
            throw DataProblem("\(DataProblem.shown(told)) is no length", at: "length")
        }
        // No text has more characters than bytes.
        guard longestText(of: index) > length else { return }
        let longest = rows.reduce(0) { longest, row in
            if case .text(let text) = columns[index][row] {
                max(longest, text.unicodeScalars.count)
            } else {
                longest
            }
        }
        guard longest <= length else {
            throw DataProblem("\(length) is less than the \(longest) characters of a text that is there", at: "length")
        }
    }

    /// Takes a field away with its values; those of the ids stay.
    package mutating func remove(field name: String) throws(DataProblem) {
        guard let index = field(name) else { throw DataProblem("there is no field \"\(name.prefix(60))\"", at: "name") }
        guard index != objectIDIndex, index != globalIDIndex else {
            throw DataProblem("the field \"\(name)\" holds the ids of the features and stays", at: "name")
        }
        room.count(contents: -Self.contents(of: columns[index]))
        columns.remove(at: index)
        if index < objectIDIndex { objectIDIndex -= 1 }
        fields.remove(at: index)
    }

    /// Deletes every feature.
    package mutating func truncate() { for row in rows { delete(row) } }

    /// Whether a text can name a field: a letter first, then letters, digits and underscores, 64 bytes at most.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
    }
}
