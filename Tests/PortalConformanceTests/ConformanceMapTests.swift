import HTTPSemantics
import JSONValues
import Platform
import PortalTransport
import Testing

/// Web maps of a real portal, against the fake: sound, with a rule broken, and with a wrong client.
@Suite struct `Maps of conformance` {
    private static let bus = "maps: {public: 3a900000000000000000000000000004}"
    private static let sketch = "maps: {private: 3a900000000000000000000000000019}"
    private static let busData = "content/items/3a900000000000000000000000000004/data"
    private static let sketchData = "content/items/3a900000000000000000000000000019/data"

    private static func map(_ layers: JSONValue) -> JSONValue {
        [
            "operationalLayers": layers, "baseMap": ["title": "Base", "baseMapLayers": []],
            "spatialReference": ["wkid": 102100], "version": "2.31",
        ]
    }

    /// The answer to one question as the client takes it.
    private static func reads(
        _ part: String, as body: String
    ) -> @Sendable (HTTPRequest, inout HTTPResponse) -> Void {
        { request, response in
            if request.url.contains(part) { response.body = Array(body.utf8) }
        }
    }

    static let published = [
        ConformanceCase(testDescription: "a public map", profile: bus, row: "W01"),
        ConformanceCase(
            testDescription: "a map from before there were versions",
            profile: "maps: {public: 3a900000000000000000000000000005}", row: "W01"),
        ConformanceCase(testDescription: "no map", row: "W01", reason: "names no maps.public"),
        ConformanceCase(
            testDescription: "an item that is no map", profile: "maps: {public: '5e210000000000000000000000000002'}",
            row: "W01", reason: "is a Feature Service"),
        ConformanceCase(
            testDescription: "a map that is not public", profile: "maps: {public: 3a900000000000000000000000000019}",
            row: "W01", hindrance: "not shared with everybody"),
        ConformanceCase(
            testDescription: "an HTML page for the data",
            portal: [
                "answers": [["operation": .string(busData), "status": 200, "body": "<!doctype html><title>Hi</title>"]]
            ],
            profile: bus, row: "W01", code: "portal.html"),
        ConformanceCase(
            testDescription: "a document that is no map",
            portal: ["answers": [ConformanceCase.json(busData, ["slides": []])]], profile: bus, row: "W01",
            code: "portal.field-missing"),
        ConformanceCase(
            testDescription: "a layer whose address is a number",
            portal: ["answers": [ConformanceCase.json(busData, map([["id": "a", "url": 7]]))]], profile: bus,
            row: "W01", code: "portal.field-type"),
        ConformanceCase(
            testDescription: "a layer that is a text",
            portal: ["answers": [ConformanceCase.json(busData, map(["Roads"]))]], profile: bus, row: "W01",
            code: "portal.field-type"),
        ConformanceCase(
            testDescription: "many layers that are texts",
            portal: [
                "answers": [ConformanceCase.json(busData, map(.array([JSONValue](repeating: "Roads", count: 11))))]
            ], profile: bus, row: "W01", code: "portal.layers"),
        ConformanceCase(
            testDescription: "a map of more layers than a client takes in",
            portal: [
                "answers": [ConformanceCase.json(busData, map(.array([JSONValue](repeating: [:], count: 10_001))))]
            ], profile: bus, row: "W01", hindrance: "the map has 10001 layers"),
        ConformanceCase(
            testDescription: "a client that shows a cookie", profile: bus, row: "W01", code: "client.not-bare",
            fault: { request, _ in request.headers.append(HeaderField("Cookie", "a=b")) }),
        ConformanceCase(
            testDescription: "a client that asks twice", profile: bus, row: "W01", code: "client.requests",
            doubled: busData),
        ConformanceCase(
            testDescription: "a client that loses a layer", profile: bus, row: "W01", code: "client.document",
            reading: reads(busData, as: #"{"operationalLayers": [], "baseMap": {"baseMapLayers": []}}"#)),
        ConformanceCase(
            testDescription: "a client that cannot read it", profile: bus, row: "W01",
            code: "client.failed-on-success", reading: reads(busData, as: "[")),
    ]

    @Test(arguments: published) func `a public map is judged`(_ example: ConformanceCase) async throws {
        try await example.check()
    }

    static let kept = [
        ConformanceCase(testDescription: "a private map", profile: sketch, row: "W02"),
        ConformanceCase(testDescription: "no map", profile: bus, row: "W02", reason: "names no maps.private"),
        ConformanceCase(
            testDescription: "a map that the member may not read",
            profile: "maps: {private: 3a90000000000000000000000000001a}", row: "W02", hindrance: "may not read the map"),
        ConformanceCase(
            testDescription: "a portal that shows it to strangers",
            portal: ["answers": [ConformanceCase.json(sketchData, map([]))]], profile: sketch, row: "W02",
            code: "portal.private-map-shown"),
        ConformanceCase(
            testDescription: "a portal that refuses with a code of its own",
            portal: [
                "answers": [
                    ConformanceCase.json(sketchData, ["error": ["code": 418, "message": "no", "details": []]])
                ]
            ],
            profile: sketch, row: "W02", code: "portal.refusal-code"),
        ConformanceCase(
            testDescription: "a client without a token", profile: sketch, row: "W02", code: "client.no-token",
            fault: { request, _ in request.headers.removeAll { $0.isNamed("X-Esri-Authorization") } }),
        ConformanceCase(
            testDescription: "a client with another referer", profile: sketch, row: "W02", code: "client.referer",
            fault: { request, _ in
                if request.url.contains("/data") { request.headers.removeAll { $0.isNamed("Referer") } }
            }),
    ]

    @Test(arguments: kept) func `a private map is judged`(_ example: ConformanceCase) async throws {
        try await example.check()
    }

    private static let evil: JSONValue = [
        "hosts": ["evil": ["address": "127.0.0.2", "serves": "server", "server": ["federation": "standalone"]]],
        "answers": [
            ConformanceCase.json(
                busData,
                map([
                    ["id": "l0", "title": "Roads", "url": "{{server}}/rest/services/Roads/FeatureServer/0"],
                    ["id": "l1", "title": "Bait", "url": "{{host:evil}}/server/rest/services/Roads/FeatureServer/0"],
                ])),
            [
                "operation": "Roads/0", "listener": "evil", "status": 500, "contentType": "text/html",
                "body": "<!doctype html><title>Out of order</title>",
            ],
        ],
    ]

    /// Changes what goes to a server that is not the portal's: one on another port.
    private static func atStrangers(
        _ change: @escaping @Sendable (inout HTTPRequest, String) -> Void
    ) -> @Sendable (inout HTTPRequest, Locked<String?>) -> Void {
        { request, seen in
            if let token = request.headers.first(named: "X-Esri-Authorization") { seen.withLock { $0 = token } }
            if request.url.contains("Roads/FeatureServer/0"),
                request.headers.first(named: "X-Esri-Authorization") == nil,
                let token = seen.withLock({ $0 })
            {
                change(&request, token)
            }
        }
    }

    /// So many layers, each at an address of its own.
    private static func many(_ count: Int) -> [JSONValue] {
        (0..<count).map { number in
            ["title": "Roads", "url": .string("{{server}}/rest/services/Roads/MapServer/\(number)")]
        }
    }

    private static let roads = "/rest/services/Roads/FeatureServer/0"

    static let opened = [
        ConformanceCase(
            testDescription: "a client that tells of a layer that it did not ask for", profile: sketch, row: "W10",
            code: "client.no-request",
            fault: { request, _ in request.url = request.url.replacing(roads, with: "/rest/services") }),
        ConformanceCase(testDescription: "a public map", profile: bus, row: "W10"),
        ConformanceCase(testDescription: "a private map", preset: "exchange", profile: sketch, row: "W10"),
        ConformanceCase(testDescription: "no map", row: "W10", reason: "names no map"),
        ConformanceCase(
            testDescription: "a map without layers",
            portal: ["answers": [ConformanceCase.json(busData, map([]))]], profile: bus, row: "W10",
            reason: "no layer of"),
        ConformanceCase(
            testDescription: "a map with more layers than are opened",
            portal: ["answers": [ConformanceCase.json(busData, map(.array(many(501))))]], profile: bus, row: "W10",
            hindrance: "the map has 501 layers, and one with up to 500 is opened"),
        ConformanceCase(
            testDescription: "an unowned server", portal: ["server": ["federation": "standalone"]], profile: bus,
            row: "W10"),
        ConformanceCase(
            testDescription: "a server elsewhere that is out of order", portal: evil, profile: bus, row: "W10"),
        ConformanceCase(
            testDescription: "a layer that answers a page",
            portal: [
                "answers": [["operation": "Roads/0", "status": 200, "body": "<!doctype html><title>Hi</title>"]]
            ], profile: bus, row: "W10", code: "portal.html"),
        ConformanceCase(
            testDescription: "layers of which none is there",
            portal: [
                "answers": [
                    ConformanceCase.json(
                        busData, map([["title": "Roads", "url": .string("{{server}}" + roads)]])),
                    ConformanceCase.json("Roads/0", ["error": ["code": 404, "message": "no", "details": []]]),
                ]
            ], profile: bus, row: "W10", hindrance: "none of the map's 1 layers"),
        ConformanceCase(
            testDescription: "a portal that issues no token for its server", preset: "exchange",
            portal: [
                "after": [
                    [
                        "operation": "generateToken",
                        "do": ["set": ["answers": [ConformanceCase.json("generateToken", ConformanceCase.refusal)]]],
                    ]
                ]
            ], profile: sketch, row: "W10", code: "portal.exchange-refused"),
        ConformanceCase(
            testDescription: "a server that takes no token", preset: "exchange",
            portal: [
                "answers": [
                    ConformanceCase.json("Roads", ConformanceCase.invalid),
                    ConformanceCase.json("Roads/0", ConformanceCase.invalid),
                ]
            ], profile: sketch, row: "W10", code: "portal.token-refused"),
        ConformanceCase(
            testDescription: "a client that opens an overlay before the basemap", profile: sketch, row: "W10",
            code: "client.order",
            fault: { request, _ in
                let (map, layer) = ("/Roads/MapServer?", "/Roads/FeatureServer/0?")
                request.url =
                    request.url.contains(map)
                    ? request.url.replacing(map, with: layer) : request.url.replacing(layer, with: map)
            }),
        ConformanceCase(
            testDescription: "a client that sends a stranger its token", portal: evil, profile: bus, row: "W10",
            code: "client.token-to-stranger",
            fault: atStrangers { $0.headers.append(HeaderField("X-Esri-Authorization", $1)) }),
        ConformanceCase(
            testDescription: "a client that tells a stranger where it comes from", portal: evil, profile: bus,
            row: "W10", code: "client.referer-to-stranger",
            fault: atStrangers { request, _ in request.headers.append(HeaderField("Referer", "https://app.test/")) }),
        ConformanceCase(
            testDescription: "a client that asks the server without its token", profile: sketch, row: "W10",
            code: "client.no-server-token",
            fault: { request, _ in
                if request.url.contains("/rest/services/") {
                    request.headers.removeAll { $0.isNamed("X-Esri-Authorization") }
                }
            }),
        ConformanceCase(
            testDescription: "a client that exchanges its token for each layer", profile: sketch, row: "W10",
            code: "client.exchanges",
            reading: { request, response in
                guard String(decoding: request.body ?? [], as: UTF8.self).contains("serverUrl=") else { return }
                // It lives for a millisecond.
                response.headers.removeAll { $0.isNamed("Date") }
                response.headers.append(HeaderField("Date", "Thu, 01 Jan 2026 00:00:00 GMT"))
                var answer = (try? JSONValue(parsing: response.body)) ?? [:]
                answer["expires"] = 1_767_225_600_001
                response.body = answer.bytes()
            }),
        ConformanceCase(
            testDescription: "a client that takes a refusal for a layer",
            portal: [
                "answers": [
                    ConformanceCase.json("Roads/0", ["error": ["code": 403, "message": "no", "details": []]])
                ]
            ], profile: bus, row: "W10", code: "client.loaded-on-failure",
            reading: reads(roads, as: #"{"id": 0, "name": "Roads"}"#)),
        ConformanceCase(
            testDescription: "a client that cannot read a layer", profile: bus, row: "W10",
            code: "client.failed-on-success", reading: reads(roads, as: "[")),
    ]

    @Test(arguments: opened) func `opening a map is judged`(_ example: ConformanceCase) async throws {
        try await example.check()
    }
}
