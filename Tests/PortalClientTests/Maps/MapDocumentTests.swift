import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PretendPortals
import Testing

@Suite struct `Maps without a screen` {
    private static let bookmark: JSONValue = [
        "name": "Centre",
        "extent": ["xmin": 1, "ymin": 2, "xmax": 3, "ymax": 4, "spatialReference": ["wkid": 102100]],
    ]

    private func opened() async throws -> (WebMap, MapDocument) {
        let maps = PretendMaps(layers: [PretendMaps.layer("OpenA")])
        maps.document.withLock { $0["bookmarks"] = .array([Self.bookmark]) }
        let (webMap, map) = (try maps.stage().webMap(), MapDocument())
        try await webMap.open(into: map, using: OpeningPolicy())
        return (webMap, map)
    }

    @Test func `are zoomed to a bookmark`() async throws {
        let (webMap, map) = try await opened()
        let bookmark = try #require(webMap.bookmarks.first)
        map.zoom(to: bookmark.extent)
        #expect(map.extent == bookmark.extent && map.extent?.xmax == 3 && map.layers.count == 2)
    }

    @Test func `lose layers, extent and spatial reference when they are reset`() async throws {
        let (webMap, map) = try await opened()
        map.zoom(to: try #require(webMap.bookmarks.first).extent)
        #expect(map.spatialReference == webMap.spatialReference && map.spatialReference != nil)
        map.reset()
        #expect(map.layers.isEmpty && map.extent == nil && map.spatialReference == nil)
    }

    @Test func `the raw document stands beside what was read of it`() async throws {
        let (webMap, _) = try await opened()
        #expect(webMap.json?["bookmarks"]?.array == [Self.bookmark] && webMap.json?["version"]?.string == "2.31")
    }
}
