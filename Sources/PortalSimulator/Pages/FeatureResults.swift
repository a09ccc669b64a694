internal import HTTPSemantics
internal import JSONValues

/// The features of an answer, each as the list of its attributes.
struct FeatureResults {
    let place: DirectoryPlace
    private let document: JSONValue
    private let features: [JSONValue]

    /// Nil where the answer holds no features.
    init?(_ document: JSONValue, at place: DirectoryPlace) {
        guard let features = document["features"]?.array else { return nil }
        self.place = place
        self.document = document
        self.features = features
    }

    func html(_ members: MemberList) -> String {
        let idField = document["objectIdFieldName"]?.string ?? place.layer.flatMap { Self.idField(of: $0) }
        var html = "<p># records: <strong>\(features.count)</strong></p>"
        if document["exceededTransferLimit"]?.bool == true {
            html += "\n<p>There are more: the limit of one answer was exceeded.</p>"
        }
        for (index, feature) in features.enumerated() {
            let attributes = feature["attributes"]?.object ?? [:]
            let id = idField.flatMap { attributes[$0]?.integer }
            let path = id.flatMap { id in place.layerPath.map { "\($0)/\(id)" } }
            let title = id.map { "Record \(index + 1): \(idField ?? "id") \($0)" } ?? "Record \(index + 1)"
            html +=
                "\n<h3>\(SitePage.Link(title, path.flatMap { place.href($0) }).html)</h3>\n\(members.list(attributes))"
            if place.layer?.document["hasAttachments"]?.bool == true,
                let href = path.flatMap({ place.href($0 + "/attachments") })
            {
                html += "\n<p>\(SitePage.Link("Attachments of record \(index + 1)", href).html)</p>"
            }
        }
        return html
    }

    private static func idField(of layer: PortalContent.Layer) -> String? {
        layer.document["objectIdField"]?.string
            ?? layer.document["fields"]?.array?.first { $0["type"] == "esriFieldTypeOID" }?["name"]?.string
    }
}
