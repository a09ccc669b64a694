import JSONValues
import Testing

@testable import PortalClient

@Suite struct `The field of object ids` {
    private static let fields: JSONValue = [
        ["name": "NAME", "type": "esriFieldTypeString"], ["name": "FID", "type": "esriFieldTypeOID"],
    ]

    @Test(
        arguments: [
            (["objectIdField": "OBJECTID", "fields": fields], "OBJECTID"),
            // Layers of map services have no such member.
            (["fields": fields], "FID"), (["objectIdField": "", "fields": fields], "FID"),
            (["objectIdField": nil, "fields": fields], "FID"), (["fields": [["name": "NAME"], 3]], nil), ([:], nil),
        ] as [(JSONValue, String?)])
    func `is the one that is named, else the one of that type`(metadata: JSONValue, name: String?) {
        #expect(LayerCapabilities(metadata).objectIDField == name)
    }
}
