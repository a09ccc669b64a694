extension OperationForm {
    /// The forms of the portal, by path (developers.arcgis.com, "Search", "Group search", "User search", "Generate token").
    static let portal: [String: OperationForm] = [
        "generateToken": .post("Generate Token", OperationField.credentials + binding),
        "search": .get("Search", search), "community/groups": .get("Search Groups", search),
        "community/users": .get("Search Users", search), "content/groups/{id}/search": .get("Search", search),
    ]

    /// The forms of the server, by the last segment of the path (developers.arcgis.com, the page of each operation).
    static let server: [String: OperationForm] = [
        "generateToken": .post("Generate Token", OperationField.credentials + binding),
        "query": .get(
            "Query", [.text("where", "Where", "1=1"), .text("objectIds", "Object IDs")] + space + answer,
            formats: formats),
        "queryRelatedRecords": .get("Query Related Records", related),
        "queryTopFeatures": .get("Query Top Features", top),
        "queryAttachments": .get(
            "Query Attachments",
            [
                .text("objectIds", "Object IDs"), .text("globalIds", "Global IDs"),
                .text("attachmentTypes", "Attachment types"),
            ]),
        "identify": .get("Identify", identify), "find": .get("Find", find),
        "export": .get("Export Map", export, formats: ["image", "json", "pjson"]),
        "addFeatures": .post("Add Features", [.area("features", "Features", "[]")] + edits),
        "updateFeatures": .post("Update Features", [.area("features", "Features", "[]")] + edits),
        "deleteFeatures": .post(
            "Delete Features", [.text("objectIds", "Object IDs"), .text("where", "Where")] + edits),
        "applyEdits": .post(
            "Apply Edits",
            [
                .area("adds", "Adds"), .area("updates", "Updates"), .area("deletes", "Deletes"),
                .area("edits", "Edits of layers"), .flag("useGlobalIds", "Use global IDs"),
            ] + edits),
        "append": .post(
            "Append",
            [
                .choice("appendUploadFormat", "Format", ["csv", "geojson", "featureCollection"]),
                .text("appendItemId", "Item ID"), .area("edits", "Features"), .flag("upsert", "Upsert"),
                .text("upsertMatchingField", "Matching field"),
            ]),
        "calculate": .post("Calculate", [.text("where", "Where"), .area("calcExpression", "Expression", "[]")]),
        "validateSQL": .get(
            "Validate SQL", [.text("sql", "SQL"), .choice("sqlType", "Type", ["where", "expression", "statement"])]),
        "queryDomains": .get("Query Domains", [.text("layers", "Layers", "[0]")]),
        "addAttachment": .post("Add Attachment", [.file("attachment", "File")]),
        "updateAttachment": .post(
            "Update Attachment", [.text("attachmentId", "Attachment ID"), .file("attachment", "File")]),
        "deleteAttachments": .post("Delete Attachments", [.text("attachmentIds", "Attachment IDs")]),
    ]

    private static let formats = ["html", "json", "pjson", "geojson"]
    private static let binding: [OperationField] = [
        .choice("client", "Client", ["requestip", "referer", "ip"]), .text("referer", "Web application URL"),
        .text("ip", "IP address"), .text("expiration", "Expiration (minutes)", "60"),
    ]
    private static let search: [OperationField] = [
        .text("q", "Query"), .text("bbox", "Bounding box"), .text("sortField", "Sort field"),
        .choice("sortOrder", "Sort order", ["asc", "desc"]), .text("start", "Start", "1"), .text("num", "Number", "10"),
    ]
    private static let space: [OperationField] = [
        .text("time", "Time"), .area("geometry", "Input geometry"),
        .choice("geometryType", "Geometry type", geometryTypes),
        .text("inSR", "Input spatial reference"), .choice("spatialRel", "Spatial relationship", relations),
        .text("distance", "Distance"),
        .choice(
            "units", "Units", ["esriSRUnit_Meter", "esriSRUnit_Kilometer", "esriSRUnit_StatuteMile", "esriSRUnit_Foot"]),
    ]
    private static let answer: [OperationField] = [
        .text("outFields", "Out fields", "*"), .flag("returnGeometry", "Return geometry", true),
        .text("outSR", "Output spatial reference"),
        .text("geometryPrecision", "Geometry precision"), .text("maxAllowableOffset", "Max allowable offset"),
        .flag("returnIdsOnly", "Return IDs only"), .flag("returnCountOnly", "Return count only"),
        .flag("returnExtentOnly", "Return extent only"),
        .flag("returnDistinctValues", "Return distinct values"), .text("orderByFields", "Order by fields"),
        .text("groupByFieldsForStatistics", "Group by fields"), .area("outStatistics", "Output statistics"),
        .text("resultOffset", "Result offset"), .text("resultRecordCount", "Result record count"),
    ]
    private static let related: [OperationField] = [
        .text("objectIds", "Object IDs"), .text("relationshipId", "Relationship ID", "0"),
        .text("outFields", "Out fields", "*"),
        .text("definitionExpression", "Definition expression"), .flag("returnGeometry", "Return geometry", true),
        .text("outSR", "Output spatial reference"),
    ]
    private static let top: [OperationField] = [
        .text("where", "Where", "1=1"), .area("topFilter", "Top filter"), .text("outFields", "Out fields", "*"),
        .flag("returnGeometry", "Return geometry", true),
    ]
    private static let identify: [OperationField] = [
        .area("geometry", "Geometry"), .choice("geometryType", "Geometry type", geometryTypes),
        .text("sr", "Spatial reference"),
        .text("layers", "Layers", "all"), .text("tolerance", "Tolerance (pixels)", "3"),
        .text("mapExtent", "Map extent"),
        .text("imageDisplay", "Image display", "400,400,96"), .flag("returnGeometry", "Return geometry", true),
    ]
    private static let find: [OperationField] = [
        .text("searchText", "Search text"), .flag("contains", "Contains", true), .text("searchFields", "Search fields"),
        .text("sr", "Spatial reference"), .text("layers", "Layers", "0"),
        .flag("returnGeometry", "Return geometry", true),
    ]
    private static let export: [OperationField] = [
        .text("bbox", "Bounding box"), .text("bboxSR", "Bounding box spatial reference"),
        .text("size", "Size", "400,400"),
        .text("dpi", "DPI", "96"), .text("imageSR", "Image spatial reference"),
        .choice("format", "Image format", ["png", "png8", "png24", "png32"]),
        .text("layers", "Layers"), .text("layerDefs", "Layer definitions"), .flag("transparent", "Transparent"),
    ]
    private static let edits: [OperationField] = [.flag("rollbackOnFailure", "Roll back on failure", true)]
    private static let geometryTypes = [
        "esriGeometryEnvelope", "esriGeometryPoint", "esriGeometryPolyline", "esriGeometryPolygon",
        "esriGeometryMultipoint",
    ]
    private static let relations = [
        "esriSpatialRelIntersects", "esriSpatialRelContains", "esriSpatialRelCrosses",
        "esriSpatialRelEnvelopeIntersects",
        "esriSpatialRelOverlaps", "esriSpatialRelTouches", "esriSpatialRelWithin",
    ]
}
