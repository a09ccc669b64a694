import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// What a map shows of the features in an area, line by line.
func descriptions(in area: Envelope, of id: String, at address: String, _ environment: PortalEnvironment) async throws
    -> [String]
{
    let webMap = try WebMap(itemID: id, portal: PortalURL(address), in: environment)
    try await webMap.open(into: MapDocument())
    guard let fetching = webMap.fetchPopups(in: area) else { return [] }  // the map shows nothing of features
    var lines: [String] = []
    for await fetched in fetching {
        for popup in fetched.popups {
            lines.append(popup.title)
            lines += popup.content.rows.map { "\($0.label): \($0.text)" }  // dates in UTC
            if case .simple? = popup.layer.drawing.renderer?.kind, let symbol = popup.symbol {
                lines.append("like all others: \(symbol)")
            }
        }
    }
    return lines
}

@Suite struct `The guide's popups` {
    @Test func `show a feature under the labels and in the formats of the map`() async throws {
        var layer = PretendMaps.layer("OpenCounts")
        layer["popupInfo"] = [
            "title": "{NAME}",
            "fieldInfos": [
                ["fieldName": "CARS", "label": "Cars a day", "format": ["digitSeparator": true]],
                ["fieldName": "DAY", "label": "Counted", "format": ["dateFormat": "longMonthYear"]],
            ],
        ]
        let stage = PretendMaps(layers: [layer]).stage { sent in
            if sent.path.hasSuffix("/query") {
                return .json([
                    "features": [["attributes": ["NAME": "Ring West", "CARS": 31_000, "DAY": 883_504_799_000]]]
                ])
            }
            guard sent.path.hasSuffix("/OpenCounts/FeatureServer/0") else { return nil }
            return .json([
                "name": "Counts", "type": "Feature Layer", "fields": [["name": "DAY", "type": "esriFieldTypeDate"]],
                "drawingInfo": [
                    "renderer": ["type": "simple", "symbol": ["type": "esriSMS", "color": [200, 0, 0, 255]]]
                ],
            ])
        }
        let area = Envelope(xmin: 0, ymin: 0, xmax: 9, ymax: 9, spatialReference: .webMercator)
        let lines = try await descriptions(in: area, of: PretendMaps.item, at: Traffic.portal, stage.environment)
        #expect(
            lines == [
                "Ring West", "Cars a day: 31,000", "Counted: December 1997", "like all others: esriSMS #c80000ff",
            ]
        )
    }
}
