import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Pictures and charts of popups` {
    private func media(_ json: JSONValue, _ attributes: [String: JSONValue]) throws -> PopupMedia {
        try #require(Contents().content(["mediaInfos": [json]], attributes).media.first)
    }

    private struct Contents {
        func content(_ definition: JSONValue, _ attributes: [String: JSONValue]) throws -> PopupContent {
            try `Contents of popups`.content(definition, attributes)
        }
    }

    private func address(_ template: String, _ value: JSONValue) throws -> String? {
        let json: JSONValue = ["type": "image", "value": ["sourceURL": .string(template)]]
        guard case .image(let image) = try media(json, ["A": value]).content else { return nil }
        return image.sourceURL
    }

    @Test(
        arguments: [
            ("https://p.test/{A}?q={A}", "a/b c&d=é", "https://p.test/a%2Fb%20c%26d%3D%C3%A9?q=a%2Fb%20c%26d%3D%C3%A9"),
            ("{A}", "https://p.test/a?b=c&d=%20#e", "https://p.test/a?b=c&d=%20#e"),
            (" {A}/x", " https://p.test/a b<>", "https://p.test/a%20b%3C%3E/x"),
            ("https://p.test/{A}", nil, "https://p.test/"),
            ("{A}", nil, nil), ("{A}", "javascript:alert(1)", nil), ("{A}", "JavaScript:alert(1)", nil),
            ("javascript:\u{301}alert({A})", "1", nil),
            ("data:image/png;base64,{A}", "x", nil), ("java{A}script:x", "", nil),
            ("https://p.test/{A}", 5, "https://p.test/5"),
        ] as [(String, JSONValue, String?)])
    func `have addresses with values percent-encoded`(template: String, value: JSONValue, address: String?) throws {
        #expect(try self.address(template, value) == address)
    }

    @Test func `have titles, captions and what a click does`() throws {
        let medium = try media(
            [
                "type": "image", "title": "<b>{A}</b>", "caption": "{A}", "altText": "{A}", "refreshInterval": 2.5,
                "value": ["sourceURL": "https://p.test/", "linkURL": "mailto:{A}@p.test"],
            ], ["A": "<x>"])
        #expect(medium.title == "<b>&lt;x&gt;</b>" && medium.caption == "&lt;x&gt;" && medium.alternativeText == "<x>")
        guard case .image(let image) = medium.content else { throw JSONTextError(description: "no picture") }
        #expect(image.linkURL == "mailto:%3Cx%3E@p.test" && image.refreshInterval == 2.5)
    }

    @Test(
        arguments: [
            ("TOTAL", [0.25, nil, nil]), ("ZERO", [nil, nil, nil]), ("GONE", [nil, nil, nil]), ("null", [1, nil, nil]),
            (nil, [1, nil, nil]),
        ] as [(String?, [Double?])])
    func `divide the numbers of a chart`(normalizer: String?, values: [Double?]) throws {
        let chart: JSONValue = [
            "type": "columnchart",
            "value": [
                "fields": ["N", "NAME", "GONE"], "normalizeField": normalizer.map { .string($0) } ?? .null,
                "theme": "Tropical", "colors": [[1, 2, 3]], "tooltipField": "NAME",
            ],
        ]
        let medium = try media(chart, ["N": 1, "NAME": "5", "TOTAL": 4, "ZERO": 0])
        guard case .chart(let found) = medium.content else { throw JSONTextError(description: "no chart") }
        #expect(found.kind == .column && found.theme == "Tropical" && found.colors.count == 1)
        #expect(found.points.map(\.value) == values && found.points.map(\.label) == ["Number", "NAME", "GONE"])
        #expect(found.points.map(\.shown) == [.shown("1"), .shown("5"), .absent] && found.tooltip == .shown("5"))
    }

    @Test func `of unknown types are kept by name`() throws {
        let json: JSONValue = ["type": "hologram", "value": 3]
        let medium = try media(json, [:])
        #expect(medium.content == .unsupported("hologram") && medium.rawJSON == json)
    }
}
