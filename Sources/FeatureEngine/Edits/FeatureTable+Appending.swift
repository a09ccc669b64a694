internal import JSONValues

/// Features of a file that come into a layer (developers.arcgis.com, "Append (Feature Service/Layer)").
extension FeatureTable {
    /// How features that are there already are dealt with.
    package struct Upsert: Sendable {
        /// The field by which a feature of the file is one of the layer.
        let field: String
        let skipsUpdates: Bool
        let skipsInserts: Bool

        package init(field: String, skipsUpdates: Bool, skipsInserts: Bool) {
            self.field = field
            self.skipsUpdates = skipsUpdates
            self.skipsInserts = skipsInserts
        }
    }

    /// Adds the features of another table by the names of its fields, `mapping` from those of the layer to those of the file.
    ///
    /// Returns how many were added and changed. Throws what is wrong with a value, and which limit is reached; nothing is changed then.
    package mutating func append(
        _ other: FeatureTable, mapping: [String: String] = [:], upsert: Upsert? = nil, limits: EditLimits
    ) throws(DataProblem) -> Int {
        var table = self
        let pairs = try table.pairs(with: other, mapping)
        var known: [FieldValue: Int] = [:]
        let key = try upsert.map { upsert throws(DataProblem) in
            guard let own = table.field(upsert.field), let pair = pairs.first(where: { $0.own == own }) else {
                throw DataProblem(
                    "\"\(upsert.field.prefix(60))\" is no field of both layer and file", at: "upsertMatchingField")
            }
            for row in table.rows { known[table.columns[own][row]] = row }
            return pair
        }
        let sameKind = geometry?.kind == other.geometry?.kind
        guard sameKind || other.geometry == nil || geometry == nil else {
            throw DataProblem(
                "the file has \(other.geometry?.kind.rawValue ?? ""), the layer \(geometry?.kind.rawValue ?? "")")
        }
        var generator = SystemRandomNumberGenerator()
        var count = 0
        for row in other.rows {
            do throws(DataProblem) {
                var values: [Int: FieldValue] = [:]
                for pair in pairs { values[pair.own] = try table.value(of: other, pair, row) }
                let shape = sameKind ? other.geometry?.shape(row) : nil
                let there = key.flatMap { values[$0.own] }.flatMap { $0 == .null ? nil : known[$0] }
                if upsert?.skipsUpdates == true, there != nil { continue }
                if upsert?.skipsInserts == true, there == nil { continue }
                if there == nil, let index = table.globalIDIndex {
                    values[index] = .text(GlobalID(using: &generator).text)
                }
                try table.reserve(there, values, shape, limits)
                count += 1
                if let there {
                    table.update(there, values, shape)
                    continue
                }
                guard table.add(values, shape) != nil else { throw DataProblem("there is no object id left") }
            } catch {
                throw error.within("features[\(row)]")
            }
        }
        self = table
        return count
    }

    private typealias Pair = (own: Int, theirs: Int)

    private func pairs(with other: FeatureTable, _ mapping: [String: String]) throws(DataProblem) -> [Pair] {
        var pairs: [Pair] = []
        for (own, theirs) in mapping.sorted(by: { $0.key < $1.key }) {
            guard let mine = field(own) else {
                throw DataProblem("the layer has no field \"\(own.prefix(60))\"", at: "fieldMappings")
            }
            guard let found = other.field(theirs) else {
                throw DataProblem("the file has no field \"\(theirs.prefix(60))\"", at: "fieldMappings")
            }
            pairs.append((mine, found))
        }
        if mapping.isEmpty {
            pairs = fields.enumerated().compactMap { index, field in other.field(field.name).map { (index, $0) } }
        }
        return pairs.filter { $0.own != objectIDIndex && $0.own != globalIDIndex && $0.theirs != other.objectIDIndex }
    }

    private func value(of other: FeatureTable, _ pair: Pair, _ row: Int) throws(DataProblem) -> FieldValue {
        do throws(DataProblem) {
            let field = fields[pair.own]
            let value = other.columns[pair.theirs][row]
            return switch value {
            case .null: .null
            case .integer(let number):
                try field.value(from: field.type.storage == .texts ? .string("\(number)") : .integer(number))
            case .number(let number):
                try field.value(from: field.type.storage == .texts ? .string("\(number)") : .number(number))
            case .text(let text): try field.value(from: .string(text))
            }
        } catch {
            throw error.within(fields[pair.own].name)
        }
    }

    private mutating func reserve(
        _ row: Int?, _ values: [Int: FieldValue], _ shape: Shape?, _ limits: EditLimits
    ) throws(DataProblem) {
        let replaced = row.map { row in values.keys.reduce(0) { $0 + EditRoom.size(columns[$1][row]) } } ?? 0
        do throws(LimitReached) {
            try room.reserve(adding: row == nil ? fields.count : nil, values, replaced: replaced, shape, within: limits)
        } catch {
            throw DataProblem(error.description)
        }
    }
}
