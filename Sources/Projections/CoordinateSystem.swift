/// A coordinate system that PROJ knows, as seen from longitude and latitude of WGS 84.
package final class CoordinateSystem: Sendable {
    /// Its well-known id.
    package let id: Int64
    /// Its name in a registry, such as `EPSG:25832`.
    package let name: String
    /// Whether its coordinates are angles.
    package let isGeographic: Bool
    /// Metres, or radians, of one unit.
    package let unit: Double
    private let transformation: Transformation
    private let library: ProjLibrary

    init(
        id: Int64, name: String, isGeographic: Bool, unit: Double, _ transformation: Transformation,
        _ library: ProjLibrary
    ) {
        self.id = id
        self.name = name
        self.isGeographic = isGeographic
        self.unit = unit
        self.transformation = transformation
        self.library = library
    }

    deinit { library.destroy(transformation) }

    /// Turns pairs of longitude and latitude into pairs of this system; what lies outside of it becomes infinite.
    package func project(_ pairs: inout [Double]) {
        library.transform(&pairs, by: transformation, isForward: true)
    }

    /// Turns pairs of this system into pairs of longitude and latitude; what lies outside of it becomes infinite.
    package func unproject(_ pairs: inout [Double]) {
        library.transform(&pairs, by: transformation, isForward: false)
    }
}
