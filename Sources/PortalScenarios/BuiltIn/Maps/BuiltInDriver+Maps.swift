internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import ScenarioFormat

extension BuiltInDriver {
    /// What the app holds of maps and layers.
    struct MapState: Sendable {
        var maps: [String: MapHandle] = [:]
        var views: [String: MapDocument] = [:]
        var layers: [String: LayerHandle] = [:]
        /// The map that is being opened into a view, or gives it a basemap.
        var changes: [String: (turn: Int, map: MapHandle)] = [:]
        /// The key for Bing Maps that the app gives.
        var bingKey: String?
        /// How often the popups of a map were asked for, and how many of these fetches are not over.
        var fetches: [String: (turn: Int, underWay: Int)] = [:]
    }

    /// The map that a step names; that there is none is a complaint.
    func map(_ name: String) -> MapHandle? {
        let handle = state.withLock { $0.maps.maps[name] }
        if handle == nil { log.complain("there is no map \(name)") }
        return handle
    }

    /// The map on a screen into which web maps are opened, by name; made when it is first asked for.
    func view(_ name: String) -> MapDocument {
        state.withLock { state in
            if let known = state.maps.views[name] { return known }
            let new = MapDocument()
            state.maps.views[name] = new
            return new
        }
    }

    /// The map's document as it came.
    var mapDocument: JSONValue? { state.withLock { $0.maps.maps["map"] }?.webMap?.json }

    /// How the map stands at the end.
    var finalMap: [String: JSONValue] {
        let maps = state.withLock { $0.maps }
        return maps.maps["map"]?.final(maps.views["view"], bingKey: maps.bingKey, options.behavior.maps) ?? [:]
    }
}
