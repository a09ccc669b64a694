import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalAuthentication
import PortalClient
import PortalJudge
import Testing

/// The client's `identify` against the fake's, and against the same service's `query`.
@Suite struct `Identifying at the fake` {
    private func parcels(_ fake: FakePortal, _ app: App) throws -> MapServiceLayer {
        let server = fake.portal.url.dropLast("/portal".count)
        return MapServiceLayer(
            url: try HTTPURL("\(server)/server/rest/services/Parcels/MapServer"), in: app.environment)
    }

    @Test func `finds what a query finds at the same place`() async throws {
        let (fake, app) = (try FakePortal("anonymous"), try App())
        defer { fake.portal.stop() }
        let layer = try parcels(fake, app)
        let known = try #require(try await layer.query(sublayer: 0).query().features.first)
        let area = try #require(known.geometry?.extent)
        let place = Geometry.point(
            Position(x: (area.xmin + area.xmax) / 2, y: (area.ymin + area.ymax) / 2), area.spatialReference)
        let queried = try await layer.query(sublayer: 0).query(FeatureQuery(in: place))
        let found = try await layer.identify(place, in: area, tolerance: 0, sublayers: [0])
        #expect(found.count == queried.features.count && !found.isEmpty)
        for result in found {
            #expect(result.layerID == 0 && !result.layerName.isEmpty && result.feature.geometry != nil)
            #expect(result.displayField.isEmpty || !result.value.isEmpty)
        }
        let bare = try await layer.identify(place, in: area, sublayers: [0], returnsGeometry: false)
        #expect(!bare.isEmpty && bare.allSatisfy { $0.feature.geometry == nil && !$0.feature.attributes.isEmpty })
        #expect(try await layer.identify(place, in: area, sublayers: [99]).isEmpty)
    }

    @Test(arguments: [(0, 400, 3), (400, -1, 3), (400, 400, -1)])
    func `is refused before the wire where the picture is none`(_ row: (width: Int, height: Int, tolerance: Int))
        async throws
    {
        let (fake, app) = (try FakePortal("anonymous"), try App())
        defer { fake.portal.stop() }
        let layer = try parcels(fake, app)
        let area = Envelope(xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: .webMercator)
        let error = await #expect(throws: PortalError.self) {
            try await layer.identify(
                .point(Position(x: 0, y: 0), .webMercator), in: area, width: row.width, height: row.height,
                tolerance: row.tolerance)
        }
        #expect(error?.code == .invalidArgument && fake.portal.journal().requests.isEmpty)
    }
}
