import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// MapProxy (mapproxy.org › Sources › arcgis, tile), which serves other people's maps as WMS and TMS.
@Suite(.mapproxy) struct `MapProxy at the fake` {
    /// Runs a program, which finds `app`, a client of MapProxy with `configuration`, and leaves a JSON value in `said`.
    private func run(_ program: String, _ fake: FakePortal) async throws -> JSONValue {
        let folder = try #require(Peers.folder(fromPyPI: "mapproxy"))
        let roads = fake.service("Roads/MapServer")
        let http: JSONValue = ["ssl_ca_certs": .string(fake.authority)]
        let kept = fake.folder.path
        let configuration: JSONValue = [
            "globals": [
                "cache": [
                    "base_dir": .string(kept + "/cache"), "lock_dir": .string(kept + "/locks"),
                    "tile_lock_dir": .string(kept + "/tile-locks"),
                ]
            ],
            "services": ["wms": ["srs": ["EPSG:3857", "EPSG:4326"], "md": ["title": "Roads"]], "tms": [:]],
            "sources": [
                "drawn": [
                    "type": "arcgis", "http": http, "supported_srs": ["EPSG:3857", "EPSG:4326"],
                    "req": ["url": .string(roads), "layers": "show:0", "transparent": true],
                    "opts": ["featureinfo": true, "featureinfo_return_geometries": true, "featureinfo_tolerance": 10],
                ],
                "tiles": [
                    "type": "tile", "http": http, "grid": "GLOBAL_WEBMERCATOR",
                    "url": .string(roads + "/tile/%(z)s/%(y)s/%(x)s"),
                ],
            ],
            "caches": [
                "kept": ["sources": ["tiles"], "grids": ["GLOBAL_WEBMERCATOR"], "meta_size": [1, 1], "meta_buffer": 0]
            ],
            "layers": [
                ["name": "drawn", "title": "Drawn", "sources": ["drawn"]],
                ["name": "kept", "title": "Kept", "sources": ["kept"]],
            ],
        ]
        // Whatever is JSON is YAML too.
        let file = try fake.folder.write(configuration.text(), as: "mapproxy.yaml")
        let run = try await ForeignClient.run(
            "python3", ["-c", Self.prelude + program + "\nprint(json.dumps(said))", file],
            environment: ["PYTHONPATH=\(folder)"])
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: String(run.output.split(separator: "\n").last ?? ""))
    }

    private static let prelude = #"""
        import io, json, sys
        from PIL import Image
        from mapproxy.wsgiapp import make_wsgi_app
        from werkzeug.test import Client

        app = Client(make_wsgi_app(sys.argv[1]))

        def ask(request, srs, box, **more):
            words = {"service": "WMS", "version": "1.1.1", "request": request, "layers": "drawn", "srs": srs, "bbox": ",".join(map(str, box)),
                     "width": 200, "height": 200, "styles": "", "format": "image/png", "transparent": "true"} | more
            return app.get("/service?" + "&".join(f"{name}={value}" for name, value in words.items()))

        def picture(answer):
            "Its size, and whether something is drawn on it."
            assert answer.content_type == "image/png", answer.data
            image = Image.open(io.BytesIO(answer.data)).convert("RGBA")
            return [*image.size, len(image.getcolors(65536)) > 1]

        """#

    @Test func `draws by export in either reference, and knows what is at a place by identify`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await run(
            #"""
            x, y = -13044200.001, 4025000.0025
            box = [x - 1000, y - 1000, x + 1000, y + 1000]
            found = json.loads(ask("GetFeatureInfo", "EPSG:3857", box, query_layers="drawn", x=100, y=100, info_format="application/json").data)
            said = {
                "pictures": [picture(ask("GetMap", "EPSG:3857", [-13045000, 4025000, -13030000, 4040000])), picture(ask("GetMap", "EPSG:4326", [-117.2, 33.9, -117.0, 34.1]))],
                "found": [[result["attributes"]["Name"], result["layerName"], len(result["geometry"]["paths"])] for result in found["results"]],
            }
            """#, fake)
        #expect(said["pictures"] == [[200, 200, true], [200, 200, true]])
        #expect(said["found"] == [["Main Street", "Roads", 1]])
        let asked = fake.layerRequests
        #expect(asked.map(\.path) == ["identify", "export", "export"].map { "Roads/MapServer/" + $0 })
        #expect(asked.dropFirst().map { $0["bboxSR"] } == ["3857", "4326"])
        #expect(asked.dropFirst().allSatisfy { $0["layers"] == "show:0" && $0["size"] == "200,200" })
        #expect(asked.allSatisfy { $0.request.answer?.status == 200 })
    }

    @Test func `keeps a tile, and asks for it once`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await run(
            #"""
            # TMS counts rows from the south (OSGeo Tile Map Service, global-mercator).
            level, column, row = 12, 714, 1636
            tile = f"/tms/1.0.0/kept/EPSG3857/{level - 1}/{column}/{2 ** level - 1 - row}.png"
            first, second = app.get(tile), app.get(tile)
            said = [first.status_code, first.content_type, picture(first), first.data == second.data]
            """#, fake)
        #expect(said == [200, "image/png", [256, 256, true], true])
        #expect(fake.layerRequests.map(\.path) == ["Roads/MapServer/tile/12/1636/714"])
    }

    @Test func `what the server refuses is no picture`() async throws {
        let fake = try FakePortal("token", ["secured": ["Roads"]])
        defer { fake.portal.stop() }
        let said = try await run(
            #"""
            answer = ask("GetMap", "EPSG:3857", [-13045000, 4025000, -13030000, 4040000])
            said = [answer.content_type.split(";")[0], b"ServiceException" in answer.data]
            """#, fake)
        #expect(said == ["application/vnd.ogc.se_xml", true])
        #expect(fake.layerRequests.count == 1 && fake.layerRequests.first?.path == "Roads/MapServer/export")
        #expect(fake.layerRequests.first?.request.decisions.contains { !$0.passed } == true)
    }
}
