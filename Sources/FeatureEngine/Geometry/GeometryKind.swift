/// What the features of a layer look like; a table has no geometry at all.
package enum GeometryKind: String, Sendable, CaseIterable {
    case point = "esriGeometryPoint"
    case multipoint = "esriGeometryMultipoint"
    case polyline = "esriGeometryPolyline"
    case polygon = "esriGeometryPolygon"

    /// Whether a geometry is nothing but places: each vertex is a part of its own, and nothing lies between two of them.
    var isPlaces: Bool { self == .point || self == .multipoint }
}
