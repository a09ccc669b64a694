/// Writes the geometries of rows into an answer.
struct GeometryText {
    let geometry: GeometryColumn
    let reference: SpatialReference
    let decimals: Int
    /// The grid that coordinates are snapped to in ArcGIS's own form; nil leaves them as they are.
    var grid: QuantizationGrid?

    /// As ArcGIS writes it; `null` where there is none.
    func esri(_ row: Int, into text: inout JSONText) {
        let parts = geometry.partCount(row)
        guard parts > 0 else { return text.raw("null") }
        if let grid {
            return QuantizedGeometryText(geometry: geometry, reference: reference, grid: grid).write(row, into: &text)
        }
        guard geometry.kind != .point else {
            let place = coordinates(geometry.vertices(row, part: 0).lowerBound)
            text.raw("{\"x\":")
            text.fixed(place.x, decimals: decimals)
            text.raw(",\"y\":")
            text.fixed(place.y, decimals: decimals)
            return text.raw("}")
        }
        guard geometry.kind != .multipoint else {
            text.raw("{\"points\":")
            points(row, into: &text)
            return text.raw("}")
        }
        text.raw(geometry.kind == .polyline ? "{\"paths\":[" : "{\"rings\":[")
        for part in 0..<parts {
            if part > 0 { text.raw(",") }
            list(geometry.vertices(row, part: part), into: &text)
        }
        text.raw("]}")
    }

    /// As RFC 7946 has it: outer rings run against the clock, each with its holes a polygon of its own.
    func geoJSON(_ row: Int, into text: inout JSONText) {
        let parts = (0..<geometry.partCount(row)).map { geometry.vertices(row, part: $0) }
        guard let first = parts.first else { return text.raw("null") }
        switch geometry.kind {
        case .point:
            text.raw("{\"type\":\"Point\",\"coordinates\":")
            pair(first.lowerBound, into: &text)
        case .multipoint:
            text.raw("{\"type\":\"MultiPoint\",\"coordinates\":")
            points(row, into: &text)
        case .polyline where parts.count == 1:
            text.raw("{\"type\":\"LineString\",\"coordinates\":")
            list(first, into: &text)
        case .polyline:
            text.raw("{\"type\":\"MultiLineString\",\"coordinates\":")
            lists(parts, into: &text)
        case .polygon:
            var polygons: [[Range<Int>]] = []
            for part in parts {
                let isOuter = Shape.clockwiseArea(part.map { geometry.position($0) }) >= 0
                if isOuter || polygons.isEmpty {
                    polygons.append([part])
                } else {
                    polygons[polygons.count - 1].append(part)
                }
            }
            if polygons.count == 1 {
                text.raw("{\"type\":\"Polygon\",\"coordinates\":")
                lists(polygons[0], isReversed: true, into: &text)
            } else {
                text.raw("{\"type\":\"MultiPolygon\",\"coordinates\":[")
                for (index, polygon) in polygons.enumerated() {
                    if index > 0 { text.raw(",") }
                    lists(polygon, isReversed: true, into: &text)
                }
                text.raw("]")
            }
        }
        text.raw("}")
    }

    /// The places of a multipoint, which follow one another.
    private func points(_ row: Int, into text: inout JSONText) {
        let first = geometry.vertices(row, part: 0).lowerBound
        list(first..<first + geometry.partCount(row), into: &text)
    }

    private func lists(_ parts: [Range<Int>], isReversed: Bool = false, into text: inout JSONText) {
        text.raw("[")
        for (index, part) in parts.enumerated() {
            if index > 0 { text.raw(",") }
            list(part, isReversed: isReversed, into: &text)
        }
        text.raw("]")
    }

    private func list(_ vertices: Range<Int>, isReversed: Bool = false, into text: inout JSONText) {
        text.raw("[")
        for offset in 0..<vertices.count {
            if offset > 0 { text.raw(",") }
            pair(isReversed ? vertices.upperBound - 1 - offset : vertices.lowerBound + offset, into: &text)
        }
        text.raw("]")
    }

    private func pair(_ vertex: Int, into text: inout JSONText) {
        let place = coordinates(vertex)
        text.raw("[")
        text.fixed(place.x, decimals: decimals)
        text.raw(",")
        text.fixed(place.y, decimals: decimals)
        text.raw("]")
    }

    private func coordinates(_ vertex: Int) -> Position {
        geometry.coordinates(vertex, in: reference)
    }
}
