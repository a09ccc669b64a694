import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

extension HostedBenches {
    static var path: String { "/server/rest/services/Hosted/Benches/FeatureServer" }

    /// The global id of the feature that each layer begins with.
    static func feature(_ layer: Int) -> String { "{BBBBBBBB-0000-4000-8000-00000000000\(layer)}" }

    /// Makes a layer and a table whose features have attachments, each with a feature.
    func prepareAttachments() throws {
        _ = try create()
        let fields = """
            [{"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "GlobalID", "type": "esriFieldTypeGlobalID"}]
            """
        let definition = """
            {"layers": [{"name": "Benches", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
                         "hasAttachments": true, "fields": \(fields)}],
             "tables": [{"name": "Visits", "type": "Table", "hasAttachments": true, "fields": \(fields)}]}
            """
        let made = post(Self.admin + "/addToDefinition", ["addToDefinition": definition])
        try #require(made.json["success"] == true, "\(made.text)")
        for layer in 0...1 {
            let added = post(
                Self.path + "/\(layer)/applyEdits",
                ["adds": #"[{"attributes":{"GlobalID":"\#(Self.feature(layer))"}}]"#, "useGlobalIds": "true"])
            try #require(added.json["addResults"]?[0]["objectId"] == 1, "\(added.text)")
        }
    }

    /// Sends a file of so many bytes for a feature of a layer.
    func attach(
        _ count: Int, to layer: Int, feature: Int64 = 1, _ operation: String = "addAttachment",
        more: [String: String] = [:]
    ) -> SiteProbe.Outcome {
        let head = "--b\r\nContent-Disposition: form-data; name="
        var body = head + "\"attachment\"; filename=\"a.txt\"\r\n\r\n" + String(repeating: "x", count: count) + "\r\n"
        for (name, value) in more.merging(["f": "json"], uniquingKeysWith: { $1 }) {
            body += head + "\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return SiteProbe.Outcome(
            answer: probe.site.answer(
                IncomingRequest(
                    listener: probe.listener, connection: 1, peerAddress: probe.peer, method: "POST",
                    target: Self.path + "/\(layer)/\(feature)/\(operation)",
                    headers: [
                        HeaderField("X-Esri-Authorization", "Bearer \(alice)"),
                        HeaderField("Content-Type", "multipart/form-data; boundary=b"),
                    ],
                    body: Array((body + "--b--\r\n").utf8), portalTime: probe.time)))
    }

    /// What is attached to a feature of the first layer, as the service tells it.
    func attached(to feature: Int64) -> [JSONValue]? {
        service("/0/\(feature)/attachments")["attachmentInfos"]?.array
    }
}
