import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Contents of popups` {
    static let layer: JSONValue = [
        "subtypeField": "kind",
        "subtypes": [
            ["code": 1, "name": "Pillar", "domains": ["STATE": ["type": "inherited"]]],
            [
                "code": 2, "name": "Chamber",
                "domains": [
                    "STATE": ["type": "codedValue", "codedValues": [["code": 1, "name": "Flooded"]]], "N": nil,
                ],
            ],
        ],
        "fields": [
            ["name": "NAME", "type": "esriFieldTypeString"], ["name": "KIND", "type": "esriFieldTypeSmallInteger"],
            [
                "name": "STATE", "type": "esriFieldTypeSmallInteger",
                "domain": ["type": "codedValue", "codedValues": [["code": 1, "name": "Out of order"]]],
            ],
            ["name": "N", "type": "esriFieldTypeDouble", "alias": "Number"],
            ["name": "DAY", "type": "esriFieldTypeDateOnly"], ["name": "AT", "type": "esriFieldTypeTimestampOffset"],
            ["name": "WHEN", "type": "esriFieldTypeDate"],
        ],
    ]

    static func content(_ definition: JSONValue, _ attributes: [String: JSONValue], layer: JSONValue = layer)
        throws -> PopupContent
    {
        let definition = try #require(PopupDefinition(definition))
        return definition.content(for: Feature(attributes: attributes), schema: LayerSchema(layer))
    }

    @Test func `have the visible fields in order, with what each has to show`() throws {
        let fields: JSONValue = [
            ["fieldName": "n", "label": "How many", "format": ["places": 1]], ["fieldName": "NAME", "visible": false],
            ["fieldName": "KIND"], ["fieldName": "STATE"], ["fieldName": "GONE"], ["fieldName": "NULL"],
            ["fieldName": "expression/a"], ["fieldName": "expression/b"], ["fieldName": "relationships/3/OWNER"],
            ["fieldName": "relationships/x/OWNER"], ["label": "no name"], "text",
        ]
        let content = try Self.content(
            [
                "fieldInfos": fields,
                "expressionInfos": [["name": "a", "title": "Age", "expression": "1+1", "returnType": "number"]],
            ], ["N": 2.25, "NAME": "x", "KIND": 2, "STATE": 1, "NULL": nil])
        let arcade = try #require(
            PopupExpression(["name": "a", "title": "Age", "expression": "1+1", "returnType": "number"]))
        #expect(
            content.rows.map(\.label) == [
                "How many", "KIND", "STATE", "GONE", "NULL", "Age", "expression/b", "relationships/3/OWNER",
                "relationships/x/OWNER",
            ])
        #expect(
            content.rows.map(\.value) == [
                .shown("2.3"), .shown("Chamber"), .shown("Flooded"), .absent, .empty, .expression(arcade), .absent,
                .related(relationship: 3, field: "OWNER"), .absent,
            ])
        #expect(content.rows.map(\.raw)[0] == 2.25 && content.rows[3].raw == nil && content.rows[4].raw == .null)
        #expect(content.unevaluated == [.expression(arcade), .related(relationship: 3, field: "OWNER")])
        #expect(content.elements.map(\.content) == [.fields(content.rows)])
    }

    @Test(arguments: [(1, "Out of order"), (2, "Flooded"), (9, "Out of order")] as [(Int64, String)])
    func `name a coded value as the feature's subtype does`(kind: Int64, text: String) throws {
        #expect(try Self.content(["title": "{state}"], ["KIND": .integer(kind), "STATE": 1]).title == text)
    }

    @Test func `show dates of every kind of field`() throws {
        let content = try Self.content(
            ["title": "{DAY} {AT} {WHEN}"],
            ["DAY": "2024-02-29", "AT": "1997-12-30T19:59:59+02:00", "WHEN": 883_504_799_000])
        #expect(content.title == "2/29/2024 12/30/1997 7:59 PM 12/30/1997 5:59 PM")
        let broken = try Self.content(["title": "{DAY}|{AT}|{WHEN}"], ["DAY": "soon", "AT": 5, "WHEN": "never"])
        #expect(broken.title == "soon|5|never")
    }

    @Test(arguments: [
        ("{NAME}", "<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("<i>{NAME}</i>", "x", "<i>x</i>"),
        ("{ {NAME} }", "x", "{ x }"), ("{{NAME}}", "x", "{x}"), ("{}", "x", "{}"), ("{NAME", "x", "{NAME"),
        ("NAME}", "x", "NAME}"), ("{nowhere}!", "x", "!"), ("{NAME}{NAME}", "{NAME}", "{NAME}{NAME}"),
    ])
    func `put values into a description as text`(template: String, value: String, text: String) throws {
        #expect(
            try Self.content(["description": .string(template)], ["NAME": .string(value)]).text == text)
    }

    @Test func `put a description in the place of the fields, and media and attachments after it`() throws {
        let content = try Self.content(
            [
                "description": "d", "showAttachments": true, "fieldInfos": [["fieldName": "N"]],
                "mediaInfos": [["type": "image", "value": ["sourceURL": "https://p.test/1"]], 5],
            ], [:])
        #expect(
            content.elements.map(\.content) == [
                .text("d"), .media(content.media), .attachments(display: "auto"),
            ])
        #expect(content.media.count == 1 && content.rows.count == 1)
    }

    @Test func `keep the order of elements, each with its own content or the popup's`() throws {
        let content = try Self.content(
            [
                "description": "all of {N}", "fieldInfos": [["fieldName": "N"]],
                "popupElements": [
                    ["type": "attachments", "displayType": "list"], ["type": "text"], ["type": "text", "text": "{N}!"],
                    ["type": "fields", "title": "T {N}", "description": "<{NAME}>"],
                    ["type": "fields", "fieldInfos": [["fieldName": "NAME", "label": "Own"]]], ["type": "media"],
                    ["type": "expression"], ["type": "relationship", "relationshipId": 4], ["type": "new"], [],
                ],
            ], ["N": 3, "NAME": "<"])
        #expect(
            content.elements.map(\.content) == [
                .attachments(display: "list"), .text("all of 3"), .text("3!"), .fields(content.rows),
                .fields([PopupContent.Row(field: "NAME", label: "Own", value: .shown("<"), raw: "<")]), .media([]),
                .unsupported("expression"), .relationship(id: 4), .unsupported("new"), .unsupported(""),
            ])
        #expect(content.elements[3].title == "T 3" && content.elements[3].text == "<&lt;>")
        #expect(content.elements[8].rawJSON == ["type": "new"])
    }

    @Test func `do not grow without end`() throws {
        let value = String(repeating: "a", count: 1 << 16)
        let template = String(repeating: "{NAME}", count: 1000)
        let content = try Self.content(
            ["title": .string(template), "description": .string(template)], ["NAME": .string(value)])
        #expect(content.title.utf8.count + (content.text?.utf8.count ?? 0) == 1 << 22)
        let many = JSONValue.array((0..<500).map { ["fieldName": .string("relationships/\($0)/A")] })
        #expect(try Self.content(["fieldInfos": many], [:]).unevaluated.count == 100)
    }

    @Test(
        arguments: [
            ["title": [1], "description": 7, "fieldInfos": "x", "mediaInfos": ["a": 1], "expressionInfos": [nil, 3]],
            ["popupElements": [nil, 1, [[]], ["type": 3, "title": []]], "fieldInfos": [["fieldName": ["a"]]]],
            [
                "mediaInfos": [
                    ["type": "piechart", "value": ["fields": [1, "N"], "normalizeField": 9, "colors": [[1], "c"]]]
                ],
                "fieldInfos": [["fieldName": "expression/"], ["fieldName": "/"], ["fieldName": "relationships//"]],
            ],
        ] as [JSONValue])
    func `of wrong types are read as far as they go`(definition: JSONValue) throws {
        var deep: JSONValue = 1
        for _ in 0..<60 { deep = [deep] }
        let content = try Self.content(definition, ["N": deep, "": nil])
        #expect(content.title.isEmpty || content.title == "1")
    }
}
