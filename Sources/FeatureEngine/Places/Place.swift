/// Something with a name that a geocoder finds.
package struct Place: Sendable {
    /// What it is called, as addresses name it.
    package let name: String
    /// What kind of address it is, such as `StreetName`, `PointAddress` or `POI` (developers.arcgis.com, "Geocoding service output", `Addr_type`).
    package let addressType: String
    /// What it is itself, such as `Street`.
    package let type: String
    /// Its geometries: those of all features of one name.
    private(set) var shapes: [Shape]

    /// Where it is told to be, in metres: on it, and near its middle.
    package var position: Position {
        let all = shapes.flatMap(\.parts)
        if shapes.first?.kind == .polygon, let centre = Centroid.of(rings: shapes[0].parts) { return centre }
        let longest = all.max { $0.count < $1.count } ?? []
        guard longest.count == 2 else { return longest.isEmpty ? Position(x: 0, y: 0) : longest[longest.count / 2] }
        return Position(x: (longest[0].x + longest[1].x) / 2, y: (longest[0].y + longest[1].y) / 2)
    }

    /// The box around it, in metres.
    package var box: Box {
        var box = Box.empty
        for shape in shapes { box.extend(shape.box) }
        return box
    }

    mutating func extend(_ shape: Shape) { shapes.append(shape) }

    /// Metres on the map from a place to it; 0 in an area.
    func distance(from position: Position) -> Double {
        shapes.reduce(.infinity) { min($0, Planar.distance(from: position, to: $1)) }
    }

    /// The features of a table that have a name, those of one name together, in the order of the table.
    package static func all(
        in table: FeatureTable, named field: String, addressType: String, type: String
    ) -> [Place] {
        guard let index = table.field(field), let geometry = table.geometry else { return [] }
        var places: [Place] = []
        var known: [String: Int] = [:]
        for row in table.rows {
            guard case .text(let name) = table.columns[index][row], !name.allSatisfy(\.isWhitespace),
                let shape = geometry.shape(row)
            else { continue }
            if let place = known[name] {
                places[place].extend(shape)
            } else {
                known[name] = places.count
                places.append(Place(name: name, addressType: addressType, type: type, shapes: [shape]))
            }
        }
        return places
    }
}
