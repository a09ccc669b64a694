internal import JSONValues

/// A grid to whose cells a server snaps coordinates, so that an answer is smaller
/// (developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/, `quantizationParameters`).
///
/// What comes back is in coordinates again: ``FeatureSet`` undoes the grid.
public struct Quantization: Sendable, Hashable {
    /// What the grid is for.
    public enum Mode: String, Sendable, Hashable {
        /// A screen: vertices that fall on one cell become one, and what has no extent left comes without geometry.
        case view
        /// Editing: every vertex comes, at the full resolution of the spatial reference.
        case edit
    }
    /// The corner from which cells are counted.
    public enum Origin: String, Sendable, Hashable {
        /// Rows run downwards.
        case upperLeft
        /// Rows run upwards.
        case lowerLeft
    }
    /// What the grid is for.
    public let mode: Mode
    /// The corner from which cells are counted. Default: the upper left.
    public let origin: Origin
    /// The width and height of a cell, in the units of the answer; nil for editing.
    public let tolerance: Double?
    /// What the grid covers; nil leaves it to the server.
    public let extent: Envelope?

    /// A grid for a screen: the tolerance is the size of one pixel in the units of the answer.
    public static func view(
        tolerance: Double, extent: Envelope? = nil, origin: Origin = .upperLeft
    ) -> Quantization {
        Quantization(mode: .view, origin: origin, tolerance: tolerance, extent: extent)
    }

    /// A grid of the full resolution of the spatial reference.
    public static func edit(origin: Origin = .upperLeft) -> Quantization {
        Quantization(mode: .edit, origin: origin, tolerance: nil, extent: nil)
    }

    private init(mode: Mode, origin: Origin, tolerance: Double?, extent: Envelope?) {
        self.mode = mode
        self.origin = origin
        self.tolerance = tolerance
        self.extent = extent
    }

    var parameter: String {
        var json: JSONValue = ["mode": .string(mode.rawValue), "originPosition": .string(origin.rawValue)]
        json["tolerance"] = tolerance.map { .number($0) }
        json["extent"] = extent?.json
        return json.text()
    }
}
