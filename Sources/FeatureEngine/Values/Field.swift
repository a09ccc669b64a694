package import JSONValues

/// One field of a layer.
package struct Field: Sendable {
    /// The name, as it is written in answers.
    package let name: String
    /// The type of its values.
    package let type: FieldType
    /// Characters that a text may have; nil where nothing is said.
    ///
    /// They are Unicode scalars, as `CHAR_LENGTH` of a where clause counts them.
    let length: Int?
    /// The field as metadata and answers show it.
    package let document: JSONValue

    /// Reads a field of a layer document; nil where it has no name.
    init?(_ document: JSONValue) {
        guard let name = document["name"]?.string, !name.isEmpty else { return nil }
        self.name = name
        type = document["type"]?.string.flatMap { FieldType(rawValue: $0) } ?? .other
        length = document["length"]?.integer.flatMap { Int(exactly: $0) }
        self.document = document
    }

    /// A field as ArcGIS Server describes it; what `overrides` say wins.
    init(name: String, type: FieldType, length: Int? = nil, overrides: [String: JSONValue] = [:]) {
        var document: [String: JSONValue] = [
            "name": .string(name), "type": .string(type.rawValue), "alias": .string(name), "domain": .null,
            "defaultValue": .null, "nullable": .bool(type != .objectID), "editable": .bool(type != .objectID),
        ]
        if let length = length ?? (type == .date ? 8 : nil) { document["length"] = .integer(Int64(length)) }
        document.merge(overrides) { $1 }
        self.name = name
        self.type = type
        self.length = type == .text ? document["length"]?.integer.flatMap { Int(exactly: $0) } : nil
        self.document = .object(document)
    }

    /// Takes a value from outside, as of an edit or of a data file; throws what is wrong with it.
    func value(from json: JSONValue) throws(DataProblem) -> FieldValue {
        if json.isNull { return .null }
        switch type.storage {
        case .integers:
            if type == .date, let text = json.string {
                guard let moment = Moment.milliseconds(of: text) else {
                    throw DataProblem("\"\(text.prefix(40))\" is no date such as 2024-05-31 or 2024-05-31T14:00:00Z")
                }
                return .integer(moment)
            }
            if case .bool(let value) = json, type != .date { return .integer(value ? 1 : 0) }
            guard let value = json.integer else {
                throw DataProblem("\(DataProblem.shown(json)) is not a whole number")
            }
            if let range = type.wholeNumbers, !range.contains(value) {
                throw DataProblem(
                    "\(value) does not fit; \(type.rawValue) goes from \(range.lowerBound) to \(range.upperBound)")
            }
            return .integer(value)
        case .numbers:
            guard let value = json.double, value.isFinite else {
                throw DataProblem("\(DataProblem.shown(json)) is not a number")
            }
            guard type != .single || Float(value).isFinite else {
                throw DataProblem("\(DataProblem.shown(json)) does not fit; \(type.rawValue) goes to 3.4e38 either way")
            }
            return .number(value)
        case .texts:
            guard let text = json.string else { throw DataProblem("\(DataProblem.shown(json)) is not a text") }
            let longest = length ?? Self.longestText
            // A scalar has a byte at least, so that few texts are counted.
            if text.utf8.count > longest, text.unicodeScalars.count > longest {
                throw DataProblem("a text of \(text.unicodeScalars.count) characters, where \(longest) fit")
            }
            return .text(text)
        }
    }

    /// Characters that a text may have where the field says nothing.
    static let longestText = 4000
}
