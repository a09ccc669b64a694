internal import JSONValues

/// Reads texts with commas between them (RFC 4180) as a table: the first line names the fields.
package struct CSVReader {
    /// The names of the first line.
    package let names: [String]
    private let rows: [[String]]

    /// Fields whose numbers are places in degrees, as publishing looks for them (developers.arcgis.com, "Analyze").
    private static let xNames = ["longitude", "long", "lon", "lng", "x"]
    private static let yNames = ["latitude", "lat", "y"]

    /// Splits a text; a byte order mark before it is none of its signs. Throws in which line what is wrong.
    package init(_ bytes: [UInt8], bound: ReadingBound = .none) throws(DataProblem) {
        var lines = try Self.records(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], bound)
        guard !lines.isEmpty else { throw DataProblem("the file is empty") }
        names = lines.removeFirst()
        guard names.count <= FeatureTable.maximumFields else {
            throw DataProblem("line 1 names more than \(FeatureTable.maximumFields) fields")
        }
        var known: Set<String> = []
        for name in names {
            guard !name.isEmpty else { throw DataProblem("line 1 has a field without a name") }
            guard known.insert(name.lowercased()).inserted else {
                throw DataProblem("line 1 has the field \"\(name)\" twice")
            }
        }
        for (index, line) in lines.enumerated() where line.count != names.count {
            throw DataProblem("record \(index + 2) has \(line.count) fields, and the first has \(names.count)")
        }
        rows = lines
    }

    /// The names and the records that are read of a text.
    private static func records(
        _ bytes: ArraySlice<UInt8>, _ bound: ReadingBound
    ) throws(DataProblem) -> [[String]] {
        var records: [[String]] = []
        // Of the records that are complete.
        var values = 0
        var record: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuoted = false
        var line = 1
        func text(_ bytes: [UInt8]) throws(DataProblem) -> String {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw DataProblem("line \(line) is not UTF-8")
            }
            return text
        }
        var index = bytes.startIndex
        while index < bytes.endIndex, records.count <= bound.features {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A { line += 1 }
            if isQuoted {
                guard byte == UInt8(ascii: "\"") else {
                    field.append(byte)
                    continue
                }
                if index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                    wasQuoted = true
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted: isQuoted = true
            case UInt8(ascii: "\""):
                throw DataProblem("line \(line) has a quotation mark within a field that has none around it")
            case UInt8(ascii: ","), 0x0A:
                if byte == 0x0A, field.last == 0x0D, !wasQuoted { field.removeLast() }
                record.append(try text(field))
                field = []
                wasQuoted = false
                guard byte == 0x0A else {
                    try bound.check(values: values + record.count)
                    continue
                }
                // An empty line is none.
                if record != [""] {
                    records.append(record)
                    values += record.count
                }
                record = []
            case 0x0D where wasQuoted: continue
            default:
                guard !wasQuoted else { throw DataProblem("line \(line) goes on behind a quotation mark") }
                field.append(byte)
            }
        }
        guard !isQuoted else { throw DataProblem("a quotation mark is not closed") }
        if !field.isEmpty || !record.isEmpty || wasQuoted {
            if field.last == 0x0D, !wasQuoted { field.removeLast() }
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
    /// - Parameter place: The fields of longitude and latitude in degrees; nil for a table without places.
    package func table(place: (x: String, y: String)?) throws(DataProblem) -> FeatureTable {
        let types = names.indices.map { type(of: $0) }
        let own = Self.fieldNames(names)
        var objectID = "OBJECTID"
        while own.contains(where: { $0.lowercased() == objectID.lowercased() }) { objectID += "_" }
        var fields = [Field(name: objectID, type: .objectID)]
        var columns = [Column.integers((0..<rows.count).map { Int64($0) + 1 })]
        for index in names.indices {
            let longest = rows.reduce(0) { max($0, $1[index].utf8.count) }
            let length = types[index] == .text ? max(256, (longest + 31) / 32 * 32) : nil
            let field = Field(
                name: own[index], type: types[index], length: length, overrides: ["alias": .string(names[index])])
            var column = Column(types[index].storage)
            for row in rows { column.append(value(row[index], types[index])) }
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
                let (longitude, latitude) = (Self.number(row[x]), Self.number(row[y]))
                guard let longitude, let latitude, abs(longitude) <= 180, abs(latitude) <= 90 else {
                    places.append(nil)
                    continue
                }
                places.append(
                    try GeoJSONGeometry.shape([
                        "type": "Point", "coordinates": [.number(longitude), .number(latitude)],
                    ]))
            }
            geometry = places
        }
        return FeatureTable(fields: fields, objectIDIndex: 0, columns: columns, geometry: geometry)
    }

    /// Bytes of a field's name, at most.
    private static let longestName = 64

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
                while text.utf8.count + ending.utf8.count > longestName { text.removeLast() }
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
        while text.utf8.count > longestName { text.removeLast() }
        return text
    }

    private func type(of index: Int) -> FieldType {
        let texts = rows.lazy.map { $0[index] }.filter { !$0.isEmpty }
        guard !texts.isEmpty else { return .text }
        let range = FieldType.integer.wholeNumbers ?? 0...0
        if texts.allSatisfy({ text in Int64(text).map { range.contains($0) && "\($0)" == text } ?? false }) {
            return .integer
        }
        return texts.allSatisfy { Self.number($0) != nil } ? .double : .text
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
