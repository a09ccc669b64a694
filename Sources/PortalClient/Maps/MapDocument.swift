internal import Platform

/// A map without a screen, for web maps to be opened into: its layers, the area it shows and what that is measured in.
public final class MapDocument: Sendable {
    private struct State {
        var basemap: [MapLayer] = []
        var operational: [MapLayer] = []
        var extent: Envelope?
        var spatialReference: SpatialReference?
    }
    private let state = Locked(State())
    /// The work that fills it, and the work that replaces its basemap; later work ends earlier work of its kind.
    let opening = WorkSlot()
    let switching = WorkSlot()

    /// Starts empty.
    public init() {}

    /// The layers of the basemap, bottom first.
    public var basemapLayers: [MapLayer] { state.withLock { $0.basemap } }
    /// The layers above the basemap, bottom first.
    public var operationalLayers: [MapLayer] { state.withLock { $0.operational } }
    /// All layers, bottom first.
    public var layers: [MapLayer] { state.withLock { $0.basemap + $0.operational } }
    /// The area that is shown; nil while none is set.
    public var extent: Envelope? { state.withLock { $0.extent } }
    /// What coordinates are measured in; nil while nothing has said so.
    public var spatialReference: SpatialReference? { state.withLock { $0.spatialReference } }

    /// Shows another area, such as a bookmark's.
    public func zoom(to extent: Envelope) { state.withLock { $0.extent = extent } }

    /// Takes every layer away, with extent and spatial reference.
    public func reset() { state.withLock { $0 = State() } }

    func add(_ layer: MapLayer) {
        state.withLock { if layer.isBasemap { $0.basemap.append(layer) } else { $0.operational.append(layer) } }
    }

    /// What the first map that is opened into it says.
    func adopt(_ extent: Envelope?, _ reference: SpatialReference?) {
        state.withLock { state in
            if state.extent == nil { state.extent = extent }
            if state.spatialReference == nil { state.spatialReference = reference }
        }
    }

    func replaceBasemap(_ layers: [MapLayer]) { state.withLock { $0.basemap = layers } }
}
