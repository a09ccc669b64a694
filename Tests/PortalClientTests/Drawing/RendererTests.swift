import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Renderers` {
    private static func symbol(_ red: Int64) -> JSONValue { ["type": "esriSMS", "color": [.integer(red), 0, 0, 255]] }

    private static func label(_ renderer: JSONValue, _ attributes: [String: JSONValue]) throws -> String {
        switch try #require(Renderer(renderer)).choice(for: Feature(attributes: attributes)) {
        case .symbol(_, let label): return label
        case .defaultSymbol(_, let label): return "default \(label)"
        case .none: return "none"
        case .notEvaluated: return "not evaluated"
        }
    }

    private static let values: JSONValue = [
        "type": "uniqueValue", "field1": "A", "field2": "B", "field3": "C", "fieldDelimiter": "|",
        "defaultSymbol": symbol(1), "defaultLabel": "other",
        "uniqueValueInfos": [
            ["value": "1|x|2.5", "label": "first", "symbol": symbol(2)],
            ["value": "<Null>|<Null>|<Null>", "label": "null", "symbol": symbol(3)],
            ["value": "9|9|9", "label": "unreadable", "symbol": nil],
        ],
    ]

    @Test(
        arguments: [
            (["A": 1, "b": "x", "C": 2.5], "first"), (["A": 1.0, "B": "x", "C": "2.5"], "first"), ([:], "null"),
            (["A": 2], "default other"), (["A": 9, "B": 9, "C": 9], "none"),
        ] as [([String: JSONValue], String)])
    func `find the class of up to three values`(attributes: [String: JSONValue], label: String) throws {
        #expect(try Self.label(Self.values, attributes) == label)
    }

    @Test func `count groups of values before single ones`() throws {
        let json: JSONValue = [
            "type": "uniqueValue", "field1": "A", "field2": "B",
            "uniqueValueGroups": [
                [
                    "heading": "H",
                    "classes": [
                        ["label": "both", "values": [["1", "x"], ["2", "<Null>"]], "symbol": Self.symbol(1)]
                    ],
                ]
            ],
            "uniqueValueInfos": [["value": "3,y", "label": "single", "symbol": Self.symbol(2)]],
        ]
        #expect(try Self.label(json, ["A": 1, "B": "x"]) == "both" && Self.label(json, ["A": 2]) == "both")
        #expect(try Self.label(json, ["A": 3, "B": "y"]) == "none")
        guard case .uniqueValue(let values)? = Renderer(json)?.kind else {
            throw JSONTextError(description: "no values")
        }
        #expect(values.classes.map(\.heading) == ["H"] && values.fields == ["A", "B"] && values.fieldDelimiter == ",")
    }

    private static func breaks(_ more: [String: JSONValue] = [:]) -> JSONValue {
        let own: [String: JSONValue] = [
            "type": "classBreaks", "field": "N", "minValue": 0, "defaultSymbol": symbol(1), "defaultLabel": "other",
            "classBreakInfos": [
                ["classMaxValue": 1, "label": "low", "symbol": symbol(2)],
                ["classMaxValue": 10, "label": "high", "symbol": symbol(3)],
                ["classMinValue": 20, "classMaxValue": 30, "label": "far", "symbol": symbol(4)], ["label": "no end"],
            ],
        ]
        return .object(own.merging(more) { $1 })
    }

    @Test(
        arguments: [
            (0, "low"), (1, "low"), (1.1, "high"), (10, "high"), (15, "default other"), (20, "far"), (30, "far"),
            (-1, "default other"), (nil, "default other"), ("2", "high"), ("x", "default other"),
        ] as [(JSONValue, String)])
    func `find the class that a number is in`(value: JSONValue, label: String) throws {
        #expect(try Self.label(Self.breaks(), ["N": value]) == label)
    }

    @Test(
        arguments: [
            (["normalizationType": "esriNormalizeByField", "normalizationField": "D"], 20, 4, "high"),
            (["normalizationType": "esriNormalizeByField", "normalizationField": "D"], 20, 0, "default other"),
            (["normalizationType": "esriNormalizeByField", "normalizationField": "GONE"], 20, 4, "default other"),
            (["normalizationType": "esriNormalizeByLog"], 10, 4, "low"),
            (["normalizationType": "esriNormalizeByLog"], 0, 4, "default other"),
            (["normalizationType": "esriNormalizeByPercentOfTotal", "normalizationTotal": 200], 20, 4, "high"),
            (["normalizationType": "esriNormalizeByPercentOfTotal"], 20, 4, "default other"),
            (["normalizationType": "new"], 5, 4, "not evaluated"),
            (["normalizationType": "esriNormalizeNone"], 5, 4, "high"),
            (["valueExpression": "$feature.N"], 5, 4, "not evaluated"), (["field": nil], 5, 4, "default other"),
        ] as [([String: JSONValue], JSONValue, JSONValue, String)])
    func `normalize numbers`(more: [String: JSONValue], value: JSONValue, divisor: JSONValue, label: String) throws {
        #expect(try Self.label(Self.breaks(more), ["N": value, "D": divisor]) == label)
    }

    @Test(
        arguments: [
            ("heatmap", .heatmap), ("dotDensity", .dotDensity), ("pieChart", .pieChart), ("dictionary", .dictionary),
            ("temporal", .temporal), ("vectorField", .vectorField), ("flowRenderer", .flow),
            ("rasterStretch", .rasterStretch),
            ("hologram", .unsupported("hologram")), ("", .unsupported("")), ("simple", .simple(nil)),
        ] as [(String, Renderer.Kind)])
    func `are known by their names, and kept where they are not`(type: String, kind: Renderer.Kind) throws {
        let json: JSONValue = ["type": .string(type), "more": [1]]
        let renderer = try #require(Renderer(json))
        #expect(
            renderer.kind == kind && renderer.rawJSON == json && renderer.symbol(for: Feature(attributes: [:])) == nil)
    }

    @Test(
        arguments: [
            [
                "type": "uniqueValue", "uniqueValueInfos": [nil, 3, ["value": [1]]],
                "uniqueValueGroups": ["x", ["classes": [1, ["values": [1, [2, nil]]]]]],
            ],
            ["type": "classBreaks", "field": [], "classBreakInfos": [1, ["classMaxValue": "x"]], "minValue": "?"],
            ["type": ["uniqueValue"]], ["type": "simple", "symbol": 4],
        ] as [JSONValue])
    func `of wrong types are read as far as they go`(json: JSONValue) throws {
        #expect(try #require(Renderer(json)).symbol(for: Feature(attributes: ["A": 1])) == nil)
    }

    @Test func `are none for what is no object`() { #expect(Renderer(nil) == nil && Renderer([]) == nil) }
}
