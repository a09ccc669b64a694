/// What the features of a layer look like; a table has no geometry at all.
package enum GeometryKind: String, Sendable, CaseIterable {
    case point = "esriGeometryPoint"
    case polyline = "esriGeometryPolyline"
    case polygon = "esriGeometryPolygon"
}
