import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Domains and types of layers` {
    private let coded: JSONValue = [
        "type": "codedValue",
        "codedValues": [
            ["code": 1, "name": "one"], ["code": "B", "name": "bee"], ["code": 2.5, "name": "more"], ["code": 7], 3,
        ],
    ]

    @Test(
        arguments: [
            (1, "one"), (1.0, "one"), ("1", "one"), ("B", "bee"), ("b", nil), (2.5, "more"), (7, nil), (nil, nil),
            ([1], nil),
        ] as [(JSONValue, String?)])
    func `name coded values`(value: JSONValue, name: String?) throws {
        let domain = try #require(FieldDomain(coded))
        #expect(domain.name(of: value) == name && domain.allows(value) == (name != nil || value.isNull))
    }

    @Test(
        arguments: [
            (["type": "range", "range": [0, 16]], [0: true, 16: true, 16.1: false, -1: false]),
            (["type": "range", "minValue": 1, "maxValue": 2], [1: true, 0: false]),
            (["type": "range", "range": [16, 0]], [3: true, 17: false]),
            (["type": "range", "range": ["x"]], [3: true]), (["type": "new"], [3: true]),
        ] as [(JSONValue, [Double: Bool])])
    func `allow what lies in a range`(json: JSONValue, values: [Double: Bool]) throws {
        let domain = try #require(FieldDomain(json))
        for (value, isAllowed) in values { #expect(domain.allows(.number(value)) == isAllowed, "\(value)") }
        #expect(domain.allows(.null) && domain.name(of: 1) == nil)
    }

    @Test func `are none where nothing is said`() {
        #expect(FieldDomain(nil) == nil && FieldDomain(.null) == nil && FieldDomain(["name": "x"]) == nil)
    }

    @Test func `differ by type, and else are the field's`() throws {
        let field: JSONValue = ["name": "STATE", "domain": coded]
        let types: JSONValue = [
            ["id": "a", "name": "A", "domains": ["state": ["type": "range", "range": [0, 1]]]],
            ["id": "b", "name": "B", "domains": ["STATE": nil]], ["id": "c", "name": "C"], ["name": "none"],
        ]
        let schema = LayerSchema(["typeIdField": "Kind", "types": types, "fields": [field]])
        let domain = { (kind: JSONValue) in schema.domain(of: "state", in: Feature(attributes: ["KIND": kind])) }
        #expect(domain("a") == .range(0...1) && domain("b") == nil && domain("c") == FieldDomain(coded))
        #expect(domain("unknown") == FieldDomain(coded) && domain(nil) == FieldDomain(coded))
        #expect(schema.types.map(\.name) == ["A", "B", "C"] && schema.field("sTATE")?.domain == FieldDomain(coded))
    }

    @Test func `come from subtypes where there are both`() {
        let schema = LayerSchema([
            "typeIdField": "T", "types": [["id": 1, "name": "type"]], "subtypeField": "S",
            "subtypes": [["code": 1, "name": "subtype"]],
        ])
        #expect(schema.typeField == "S" && schema.types.map(\.name) == ["subtype"])
        #expect(LayerSchema(["typeIdField": "T", "types": []]).typeField == nil)
        #expect(LayerSchema(nil).fields.isEmpty)
    }
}
