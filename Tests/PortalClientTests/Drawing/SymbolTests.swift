import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Symbols` {
    struct Row: CustomTestStringConvertible, Sendable {
        let json: JSONValue
        let kind: Symbol.Kind
        var testDescription: String { json["type"]?.string ?? "none" }

        init(_ json: JSONValue, _ kind: Symbol.Kind) { (self.json, self.kind) = (json, kind) }
    }

    private static let line = Symbol.Line(style: "esriSLSDash", color: SymbolColor([1, 2, 3, 4]), width: 1.5)
    private static let lineJSON: JSONValue = [
        "type": "esriSLS", "style": "esriSLSDash", "color": [1, 2, 3, 4], "width": 1.5,
    ]

    @Test(arguments: [
        Row(
            [
                "type": "esriSMS", "style": "esriSMSX", "color": nil, "size": 8, "angle": 45, "xoffset": 1,
                "yoffset": -1, "outline": lineJSON,
            ],
            .marker(
                Symbol.Marker(style: "esriSMSX", color: nil, size: 8, angle: 45, xOffset: 1, yOffset: -1, outline: line)
            )),
        Row(lineJSON, .line(line)),
        Row(
            ["type": "esriSFS", "style": "esriSFSCross", "color": [300, -1, 0.4], "outline": nil],
            .fill(Symbol.Fill(style: "esriSFSCross", color: SymbolColor([255, 0, 0, 255]), outline: nil))),
        Row(
            [
                "type": "esriPMS", "url": "h.png", "imageData": "aGk=", "contentType": "image/png", "width": 3,
                "height": 4,
            ],
            .pictureMarker(
                Symbol.Picture(
                    url: "h.png", imageData: "aGk=", contentType: "image/png", width: 3, height: 4, angle: 0,
                    xOffset: 0, yOffset: 0,
                    outline: nil))),
        Row(
            ["type": "esriPFS", "outline": lineJSON],
            .pictureFill(
                Symbol.Picture(
                    url: nil, imageData: nil, contentType: nil, width: 0, height: 0, angle: 0, xOffset: 0, yOffset: 0,
                    outline: line))),
        Row(
            [
                "type": "esriTS", "color": [0, 0, 0], "haloSize": 2,
                "font": ["family": "Arial", "size": 9, "weight": "bold"], "text": "T",
            ],
            .text(
                Symbol.Text(
                    color: SymbolColor([0, 0, 0]), haloColor: nil, haloSize: 2, fontFamily: "Arial", fontSize: 9,
                    fontWeight: "bold",
                    angle: 0, xOffset: 0, yOffset: 0, text: "T"))),
        Row(["type": "CIMSymbolReference", "symbol": ["type": "CIMPointSymbol"]], .cim(["type": "CIMPointSymbol"])),
        Row(["type": "esriHologram", "size": 3], .unsupported("esriHologram")), Row([:], .unsupported("")),
    ])
    func `are read as their types say, and kept where they are not known`(row: Row) throws {
        let symbol = try #require(Symbol(row.json))
        #expect(symbol.kind == row.kind && symbol.rawJSON == row.json)
    }

    @Test(
        arguments: [
            ([1, 2, 3], "#010203ff"), ([255, 128, 0, 7], "#ff800007"), ([1e300, -5, 0.6], "#ff0001ff"), ([1, 2], nil),
            ("red", nil),
            ([1, "x", 3], nil), ([1, 2, 3, 4, 5], nil), (nil, nil),
        ] as [(JSONValue, String?)])
    func `have colors`(json: JSONValue, text: String?) { #expect(SymbolColor(json)?.description == text) }

    @Test func `are none for what is no object`() {
        #expect(Symbol(.null) == nil && Symbol(5) == nil && Symbol(nil) == nil)
    }
}
