package import JSONValues
internal import Platform

/// Reads texts with commas between them (RFC 4180) as a table: the first line names the fields.
package struct CSVReader {
    /// The names of the first line.
    package let names: [String]
    private let rows: [[String]]

    /// The signs that tell fields apart (developers.arcgis.com, "Publish Item": `columnDelimiter`, `qualifier`).
    package struct Signs: Sendable {
        let delimiter: UInt8
        /// What stands around a text; nil where nothing does.
        let qualifier: UInt8?

        /// A comma and the quotation mark (RFC 4180).
        package static let usual = Signs(delimiter: UInt8(ascii: ","), qualifier: UInt8(ascii: "\""))

        private init(delimiter: UInt8, qualifier: UInt8?) {
            self.delimiter = delimiter
            self.qualifier = qualifier
        }

        /// Reads what publishing is told of them; an empty qualifier is none. Throws where one is no single sign of ASCII.
        package init(delimiter: JSONValue?, qualifier: JSONValue?) throws(DataProblem) {
            func sign(_ told: JSONValue?, _ name: String) throws(DataProblem) -> UInt8? {
                guard let told, !told.isNull else { return nil }
                guard let bytes = told.string?.utf8, bytes.count == 1, let byte = bytes.first, byte < 0x80,
                    byte != 0x0A, byte != 0x0D
                else { throw DataProblem("\(DataProblem.shown(told)) is no single sign of ASCII", at: name) }
                return byte
            }
            let between = try sign(delimiter, "columnDelimiter") ?? Signs.usual.delimiter
            let around = qualifier?.string == "" ? nil : try sign(qualifier, "qualifier") ?? Signs.usual.qualifier
            guard between != around else { throw DataProblem("is the columnDelimiter too", at: "qualifier") }
            self.init(delimiter: between, qualifier: around)
        }
    }

    /// Fields whose numbers are places in degrees, as publishing looks for them (developers.arcgis.com, "Analyze").
    private static let xNames = ["longitude", "long", "lon", "lng", "x"]
    private static let yNames = ["latitude", "lat", "y"]

    /// Splits a text; a byte order mark before it is none of its signs. Throws in which line what is wrong.
    package init(_ bytes: [UInt8], signs: Signs = .usual, bound: ReadingBound = .none) throws(DataProblem) {
        var lines = try Self.records(
            bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], signs, bound)
        guard !lines.isEmpty else { throw DataProblem("the file is empty") }
        names = lines.removeFirst()
        guard names.count <= FeatureTable.maximumFields else {
            throw DataProblem("line 1 names more than \(FeatureTable.maximumFields) fields")
        }
        var known: Set<String> = []
        for name in names {
            guard !name.isEmpty else { throw DataProblem("line 1 has a field without a name") }
            guard known.insert(name.lowercased()).inserted else {
                throw DataProblem("line 1 has the field \"\(ReadingBound.start(of: name))\" twice")
            }
        }
        for (index, line) in lines.enumerated() where line.count != names.count {
            throw DataProblem("record \(index + 2) has \(line.count) fields, and the first has \(names.count)")
        }
        rows = lines
    }

    /// The names and the records that are read of a text; a line ends with CRLF, LF or CR.
    private static func records(
        _ bytes: ArraySlice<UInt8>, _ signs: Signs, _ bound: ReadingBound
    ) throws(DataProblem) -> [[String]] {
        var records: [[String]] = []
        // Of the records that are complete.
        var values = 0
        var blankLines = 0
        var record: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuoted = false
        var line = 1
        func text(_ bytes: [UInt8]) throws(DataProblem) -> String {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw DataProblem("line \(line) is not UTF-8")
            }
            guard !text.hasLongMarkRun else {
                throw DataProblem("line \(line) has more than \(MarkRuns.longest) combining marks in a row")
            }
            return text
        }
        var index = bytes.startIndex
        while index < bytes.endIndex, records.count <= bound.features {
            let byte = bytes[index]
            index += 1
            // Of CRLF the second one ends the line.
            let isFirstOfTwo = byte == 0x0D && index < bytes.endIndex && bytes[index] == 0x0A
            let isEnd = byte == 0x0A || byte == 0x0D && !isFirstOfTwo
            if isEnd { line += 1 }
            // At once, for a file may have nothing else.
            if isEnd, field.isEmpty, !isQuoted, !wasQuoted, record.isEmpty {
                blankLines += 1
                try bound.check(blankLines: blankLines)
                continue
            }
            if isQuoted {
                guard byte == signs.qualifier else {
                    field.append(byte)
                    continue
                }
                if index < bytes.endIndex, bytes[index] == byte {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                    wasQuoted = true
                }
                continue
            }
            switch byte {
            case signs.qualifier where field.isEmpty && !wasQuoted: isQuoted = true
            case signs.qualifier:
                throw DataProblem("line \(line) has a quotation mark within a field that has none around it")
            case 0x0D where isFirstOfTwo: continue
            case signs.delimiter, 0x0A, 0x0D:
                record.append(try text(field))
                field = []
                wasQuoted = false
                guard isEnd else {
                    try bound.check(values: values + record.count)
                    continue
                }
                // A line with an empty text in quotation marks is blank too.
                if record == [""] {
                    blankLines += 1
                    try bound.check(blankLines: blankLines)
                } else {
                    records.append(record)
                    values += record.count
                }
                record = []
            default:
                guard !wasQuoted else { throw DataProblem("line \(line) goes on behind a quotation mark") }
                field.append(byte)
            }
        }
        guard !isQuoted else { throw DataProblem("a quotation mark is not closed") }
        if !field.isEmpty || !record.isEmpty || wasQuoted {
            record.append(try text(field))
            if record != [""] { records.append(record) }
        }
        return records
    }

    /// The fields that say where a feature is, where two look like that.
    package var placeFields: (x: String, y: String)? {
        func found(_ wanted: [String]) -> String? {
            wanted.lazy.compactMap { want in names.first { $0.lowercased() == want } }.first
        }
        guard let x = found(Self.xNames), let y = found(Self.yNames) else { return nil }
        return (x, y)
    }

    /// Makes a table; a column whose texts are all numbers has numbers, an empty text is no value.
    ///
    /// - Parameter place: The fields of longitude and latitude; nil for a table without places.
    /// - Parameter reference: What the numbers of places are in; degrees unless it is told.
    /// - Parameter told: Documents of fields, by the names of columns or those that layers give them: type, length and alias win.
    package func table(
        place: (x: String, y: String)?, in reference: SpatialReference = .wgs84, fields told: [JSONValue] = []
    ) throws(DataProblem) -> FeatureTable {
        let own = Self.fieldNames(names)
        let told = try declared(told, own)
        let types = names.indices.map { told[$0]?.type ?? type(of: $0) }
        var objectID = "OBJECTID"
        while own.contains(where: { $0.lowercased() == objectID.lowercased() }) { objectID += "_" }
        var fields = [Field(name: objectID, type: .objectID)]
        var columns = [Column.integers((0..<rows.count).map { Int64($0) + 1 })]
        for index in names.indices {
            let longest = rows.reduce(0) { max($0, $1[index].unicodeScalars.count) }
            let length = types[index] == .text ? told[index]?.length ?? max(256, (longest + 31) / 32 * 32) : nil
            let field = Field(
                name: own[index], type: types[index], length: length,
                overrides: ["alias": told[index]?.alias ?? .string(Self.alias(names[index]))])
            var column = Column(types[index].storage)
            for (number, row) in rows.enumerated() {
                guard told[index] != nil else {
                    column.append(value(row[index], types[index]))
                    continue
                }
                do { column.append(try declaredValue(row[index], field)) } catch {
                    throw error.within("record \(number + 2), \(ReadingBound.start(of: names[index]))")
                }
            }
            fields.append(field)
            columns.append(column)
        }
        var geometry: GeometryColumn?
        if let place {
            guard let x = names.firstIndex(of: place.x), let y = names.firstIndex(of: place.y) else {
                throw DataProblem("\"\(place.x)\" and \"\(place.y)\" are not both fields of the file")
            }
            var places = GeometryColumn(.point)
            for row in rows {
                guard let x = Self.number(row[x]), let y = Self.number(row[y]),
                    reference != .wgs84 || abs(x) <= 180 && abs(y) <= 90
                else {
                    places.append(nil)
                    continue
                }
                // What lies outside of the reference is no place, as beyond the poles.
                places.append(
                    (try? EsriGeometry.shape(["x": .number(x), "y": .number(y)], kind: .point, in: reference)) ?? nil)
            }
            geometry = places
        }
        return FeatureTable(fields: fields, objectIDIndex: 0, columns: columns, geometry: geometry)
    }

    /// Bytes of a field's name, at most.
    private static let longestName = 64
    /// Characters of its alias, at most (doc.arcgis.com, "Enterprise geodatabase size and name limits": 255).
    private static let longestAlias = 255

    /// What a field is called before people: the name of its column, which may be a whole question of a survey.
    private static func alias(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(longestAlias)))
    }

    /// Names that a layer takes, each once (upper and lower case are the same): what comes to one that another has is numbered.
    private static func fieldNames(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let own = fieldName(name)
            var text = own
            var number = 0
            while !taken.insert(text.lowercased()).inserted {
                number += 1
                let ending = "_\(number)"
                text = own
                while text.utf8.count + ending.utf8.count > longestName { text.unicodeScalars.removeLast() }
                text += ending
            }
            return text
        }
    }

    /// A name that a layer takes: signs that none may have become underscores.
    private static func fieldName(_ name: String) -> String {
        var text = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map {
                    $0.properties.isAlphabetic || ("0"..."9").contains($0) ? $0 : "_"
                }))
        if text.unicodeScalars.first.map({ ("0"..."9").contains($0) }) == true { text = "F" + text }
        // Scalar by scalar: a character may be longer than a name.
        while text.utf8.count > longestName { text.unicodeScalars.removeLast() }
        return text
    }

    private func type(of index: Int) -> FieldType {
        let texts = rows.lazy.map { $0[index] }.filter { !$0.isEmpty }
        guard !texts.isEmpty else { return .text }
        let range = FieldType.integer.wholeNumbers ?? 0...0
        if texts.allSatisfy({ text in Int64(text).map { range.contains($0) && "\($0)" == text } ?? false }) {
            return .integer
        }
        return texts.allSatisfy { Self.number($0) != nil && !Self.isRounded($0) } ? .double : .text
    }

    /// Whether a text is a whole number beyond 2^53, from which on not every one is a number of 64 bits (IEEE 754-2019 §3.6).
    private static func isRounded(_ text: String) -> Bool {
        let digits = text.drop { $0 == "+" || $0 == "-" }.drop { $0 == "0" }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return Int64(digits.isEmpty ? "0" : digits).map { $0 > 1 << 53 } ?? true
    }

    /// What is told of a column.
    private typealias Declared = (type: FieldType, length: Int?, alias: JSONValue?)

    /// What is told of columns, by their places; throws where that cannot be held to.
    private func declared(_ documents: [JSONValue], _ own: [String]) throws(DataProblem) -> [Int: Declared] {
        var declared: [Int: Declared] = [:]
        for (number, document) in documents.enumerated() {
            let place = "fields[\(number)]"
            let name = document["name"]?.string ?? ""
            let type = document["type"]?.string.flatMap { FieldType(rawValue: $0) }
            let index =
                names.firstIndex { $0.lowercased() == name.lowercased() }
                ?? own.firstIndex { $0.lowercased() == name.lowercased() }
            guard let index else {
                // The layer makes its object ids itself.
                if type == .objectID { continue }
                throw DataProblem(
                    "\(DataProblem.shown(document["name"] ?? .null)) is no field of the file; it has "
                        + names.prefix(20).map { ReadingBound.start(of: $0) }.joined(separator: ", "),
                    at: "\(place).name")
            }
            guard let written = document["type"], !written.isNull else { continue }
            guard let type, type != .objectID, type != .globalID, type != .other else {
                throw DataProblem(
                    "\(DataProblem.shown(written)) is no type that a column can be given", at: "\(place).type")
            }
            let length = document["length"]?.integer.flatMap { (1...1_000_000).contains($0) ? Int($0) : nil }
            declared[index] = (type, length, document["alias"]?.string.map { .string($0) })
        }
        return declared
    }

    /// The value of a text in a field whose type is told; throws where it is none of that type.
    private func declaredValue(_ text: String, _ field: Field) throws(DataProblem) -> FieldValue {
        if text.isEmpty { return .null }
        let value: JSONValue? =
            switch field.type.storage {
            case .integers: Int64(text).map { .integer($0) }
            case .numbers: Self.number(text).map { .number($0) }
            case .texts: nil
            }
        return try field.value(from: value ?? .string(text))
    }

    /// A finite decimal number; `nan`, `inf` and hexadecimal ones are texts.
    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private func value(_ text: String, _ type: FieldType) -> FieldValue {
        if text.isEmpty { return .null }
        return switch type {
        case .integer: Int64(text).map { .integer($0) } ?? .null
        case .double: Self.number(text).map { .number($0) } ?? .null
        default: .text(text)
        }
    }
}
