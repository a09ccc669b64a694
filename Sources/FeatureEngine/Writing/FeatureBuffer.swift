internal import JSONValues

/// Answers of queries as protocol buffers (github.com/Esri/arcgis-pbf, proto/FeatureCollection/FeatureCollection.proto: the numbers
/// of all members are its).
enum FeatureBuffer {
    /// A whole answer; `write` writes its result.
    private static func answer(_ write: (inout ProtocolBuffer) -> Void) -> [UInt8] {
        var buffer = ProtocolBuffer()
        buffer.message(2, write)
        return buffer.bytes
    }

    static func count(_ count: Int) -> [UInt8] {
        answer { $0.message(2) { $0.unsigned(1, UInt64(count)) } }
    }

    static func ids(_ ids: [Int64], field: String) -> [UInt8] {
        answer {
            $0.message(3) { result in
                result.string(1, field)
                if !ids.isEmpty { result.packed(3, ids.lazy.map { UInt64(bitPattern: $0) }) }
            }
        }
    }

    /// The box around features, with their number where that was asked for; that of nothing has no numbers for its corners.
    static func extent(_ extent: Box, count: Int?, in reference: SpatialReference) -> [UInt8] {
        let box = reference.box(of: extent)
        return answer {
            $0.message(4) { result in
                result.message(1) { envelope in
                    for (field, value) in [box.xmin, box.ymin, box.xmax, box.ymax].enumerated() {
                        envelope.double(field + 1, value.isFinite ? value : .nan)
                    }
                    envelope.message(5) { write(reference, into: &$0) }
                }
                if let count { result.integer(2, UInt64(count)) }
            }
        }
    }

    /// A page of features; `values` are those of each field, row after row.
    static func features(
        _ page: PageText, _ rows: some Collection<Int>, values: [(Int) -> FieldValue], grid: QuantizationGrid
    ) -> [UInt8] {
        let geometry = page.geometry.map {
            QuantizedGeometry(geometry: $0.geometry, reference: page.reference, grid: grid)
        }
        let types = page.fields.map(\.type)
        return answer {
            $0.message(1) { result in
                head(page, grid, into: &result)
                for field in page.fields { result.message(13) { write(field, into: &$0) } }
                for row in rows {
                    result.message(15) { feature in
                        for (type, value) in zip(types, values) {
                            feature.message(1) { write(value(row), type, into: &$0) }
                        }
                        if let geometry { write(geometry.parts(row), geometry.geometry.kind, as: 2, into: &feature) }
                        if let cell = page.centroids?.cell(row, on: grid) {
                            write([[cell]], .point, as: 4, into: &feature)
                        }
                    }
                }
            }
        }
    }

    private static func head(_ page: PageText, _ grid: QuantizationGrid, into result: inout ProtocolBuffer) {
        result.string(1, page.objectIDField)
        result.message(2) { field in
            field.string(1, page.objectIDField)
            field.bool(2, true)
        }
        result.string(3, page.globalIDField.string ?? "")
        result.unsigned(7, number(page.kind))
        if page.kind != nil {
            result.message(8) { write(page.reference, into: &$0) }
        }
        result.bool(9, page.isCut)
        if page.kind != nil {
            result.message(12) { transform in
                transform.unsigned(1, grid.origin == .upperLeft ? 0 : 1)
                transform.message(2) { scale in
                    scale.double(1, grid.cell)
                    scale.double(2, grid.cell)
                }
                transform.message(3) { translate in
                    translate.double(1, grid.x)
                    translate.double(2, grid.y)
                }
            }
        }
    }

    private static func write(
        _ parts: [[QuantizedGeometry.Cell]], _ kind: GeometryKind, as field: Int, into feature: inout ProtocolBuffer
    ) {
        guard !parts.isEmpty else { return }
        feature.message(field) { geometry in
            geometry.unsigned(1, number(kind))
            geometry.packed(2, parts.map { UInt64($0.count) })
            geometry.packed(3, signed: parts.lazy.flatMap(QuantizedGeometry.deltas))
        }
    }

    private static func write(_ reference: SpatialReference, into buffer: inout ProtocolBuffer) {
        buffer.unsigned(1, UInt64(reference.document["wkid"]?.integer ?? 0))
        buffer.unsigned(2, UInt64(reference.code))
    }

    private static func write(_ value: FieldValue, _ type: FieldType, into buffer: inout ProtocolBuffer) {
        switch (value, type) {
        case (.null, _): buffer.integer(10, 1)
        case (.text(let text), _): buffer.text(1, text)
        case (.number(let number), .single): buffer.number(2, single: Float(number))
        case (.number(let number), _): buffer.number(3, number)
        case (.integer(let value), .objectID): buffer.integer(5, UInt64(bitPattern: value))
        case (.integer(let value), .smallInteger): buffer.integer(4, signed: value)
        // Counts and sums are of the type integer and may be larger than it.
        case (.integer(let value), .integer) where Int32(exactly: value) != nil: buffer.integer(4, signed: value)
        case (.integer(let value), .single), (.integer(let value), .double): buffer.number(3, Double(value))
        case (.integer(let value), _): buffer.integer(8, signed: value)
        }
    }

    private static func write(_ field: Field, into buffer: inout ProtocolBuffer) {
        buffer.string(1, field.name)
        buffer.unsigned(2, number(field.type))
        buffer.string(3, field.document["alias"]?.string ?? field.name)
        buffer.unsigned(4, sqlTypes[field.document["sqlType"]?.string ?? ""] ?? 16)
        for (number, member) in [(5, "domain"), (6, "defaultValue")] {
            if let value = field.document[member], !value.isNull {
                buffer.string(number, value.string ?? String(decoding: value.canonicalBytes(), as: UTF8.self))
            }
        }
    }

    private static func number(_ kind: GeometryKind?) -> UInt64 {
        switch kind {
        case .point?: 0
        case .multipoint?: 1
        case .polyline?: 2
        case .polygon?: 3
        case nil: 127
        }
    }

    private static func number(_ type: FieldType) -> UInt64 {
        switch type {
        case .smallInteger: 0
        case .integer: 1
        case .single: 2
        case .double: 3
        case .text: 4
        case .date: 5
        case .objectID: 6
        case .other: 8
        case .guid: 10
        case .globalID: 11
        case .bigInteger: 13
        }
    }

    private static let sqlTypes: [String: UInt64] = [
        "sqlTypeBigInt": 0, "sqlTypeDate": 4, "sqlTypeDecimal": 5, "sqlTypeDouble": 6, "sqlTypeFloat": 7,
        "sqlTypeGUID": 9, "sqlTypeInteger": 10, "sqlTypeNVarchar": 15, "sqlTypeOther": 16, "sqlTypeReal": 17,
        "sqlTypeSmallInt": 18, "sqlTypeTimestamp": 21, "sqlTypeTimestamp2": 22, "sqlTypeVarchar": 25,
    ]
}
