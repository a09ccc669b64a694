internal import FeatureEngine
internal import JSONValues

/// The metadata of a layer or table (developers.arcgis.com, "Layer (Feature Service)"), made from what its table holds.
enum LayerDocument {
    /// Members that a service document leaves out; `told` is what it says, and wins.
    static func make(
        _ table: FeatureTable, told: [String: JSONValue], reference: SpatialReference, capabilities: String,
        maximum: Int = LayerDocument.usualMaximum, hasAttachments: Bool
    ) -> [String: JSONValue] {
        let canEdit = capabilities.split(separator: ",").contains("Editing")
        let globalID = table.globalIDIndex.map { table.fields[$0].name }
        let display = table.fields.first { $0.type == .text } ?? table.objectIDField
        var document: [String: JSONValue] = [
            "type": table.geometry == nil ? "Table" : "Feature Layer", "description": "",
            "copyrightText": "", "parentLayer": .null, "subLayers": [], "minScale": 0, "maxScale": 0,
            "defaultVisibility": true, "displayField": .string(display.name), "typeIdField": "",
            "subtypeField": .null, "types": [], "relationships": [], "indexes": .array(indexes(table)),
            "templates": canEdit ? [template(table, told)] : [],
            "objectIdField": .string(table.objectIDField.name), "globalIdField": .string(globalID ?? ""),
            "uniqueIdField": ["name": .string(table.objectIDField.name), "isSystemMaintained": true],
            "htmlPopupType": "esriServerHTMLPopupTypeAsHTMLText", "hasAttachments": .bool(hasAttachments),
            "hasM": false, "hasZ": false, "isDataVersioned": false, "canModifyLayer": false,
            "capabilities": .string(capabilities), "maxRecordCount": .integer(Int64(maximum)),
            "standardMaxRecordCount": 1000,
            "supportedQueryFormats": "JSON, geoJSON, PBF", "supportsStatistics": true, "supportsAdvancedQueries": true,
            "useStandardizedQueries": true, "supportsCoordinatesQuantization": .bool(table.geometry != nil),
            "supportsQuantizationEditMode": .bool(table.geometry != nil),
            "supportsRollbackOnFailureParameter": .bool(canEdit), "allowGeometryUpdates": .bool(canEdit),
            "supportsApplyEditsWithGlobalIds": .bool(canEdit && globalID != nil),
            "supportsCalculate": .bool(canEdit), "supportsValidateSql": true,
            "ownershipBasedAccessControlForFeatures": .null,
            "advancedQueryCapabilities": advancedQueryCapabilities(
                table.geometry?.kind, isRelated: told["relationships"]?.array?.isEmpty == false),
            "dateFieldsTimeReference": ["timeZone": "UTC", "respectsDaylightSaving": false],
        ]
        if let geometry = table.geometry {
            document["geometryType"] = .string(geometry.kind.rawValue)
            document["extent"] = table.extent.document(in: reference)
            document["sourceSpatialReference"] = reference.document
            document["spatialReference"] = reference.document
            document["drawingInfo"] = drawingInfo(geometry.kind)
        }
        document.merge(told) { $1 }
        if let timeInfo = told["timeInfo"]?.object {
            document["timeInfo"] = .object(completed(timeInfo: timeInfo, of: table))
        }
        document["fields"] = .array(table.fields.map(\.document))
        return document
    }

    /// Features that one answer holds at most where neither the layer nor its service says it.
    static let usualMaximum = 1000

    /// How many features an answer holds at most as a layer or a service says it; nil where it does not.
    static func maximum(_ document: [String: JSONValue]) -> Int? {
        document["maxRecordCount"]?.integer.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// What a query can be asked for; `LayerCapabilityTests` tries each on every layer.
    private static func advancedQueryCapabilities(_ kind: GeometryKind?, isRelated: Bool) -> JSONValue {
        var members = everyLayerCapabilities
        for name in ["supportsReturningQueryExtent", "supportsQueryWithDistance"] { members[name] = .bool(kind != nil) }
        members["supportsReturningGeometryCentroid"] = .bool(kind == .polygon)
        for name in ["supportsQueryRelatedPagination", "supportsAdvancedQueryRelated"] {
            members[name] = .bool(isRelated)
        }
        return .object(members)
    }

    /// What holds for every layer and table.
    private static let everyLayerCapabilities: [String: JSONValue] = [
        "useStandardizedQueries": true, "supportsPagination": true, "supportsPaginationOnAggregatedQueries": true,
        "supportsStatistics": true, "supportsOrderBy": true, "supportsDistinct": true,
        "supportsQueryAttachments": true, "supportsQueryAttachmentsWithReturnUrl": true,
        "supportsQueryByOIDs": true, "supportsSqlExpression": false, "supportsHavingClause": true,
        "supportsCountDistinct": false, "supportsPercentileStatistics": false, "supportsQueryWithResultType": false,
        "supportsReturningGeometryEnvelope": false,
        "supportsQueryWithDatumTransformation": false, "supportsOutFieldSQLExpression": false,
        "supportsMaxRecordCountFactor": false, "supportsTopFeaturesQuery": true, "supportsQueryWithCacheHint": false,
        "supportsQueryWithHistoricMoment": false,
    ]

    private static func indexes(_ table: FeatureTable) -> [JSONValue] {
        [
            [
                "name": .string("PK_" + table.objectIDField.name), "fields": .string(table.objectIDField.name),
                "isAscending": true, "isUnique": true, "description": "",
            ]
        ]
    }

    /// The feature that an editor begins with.
    private static func template(_ table: FeatureTable, _ told: [String: JSONValue]) -> JSONValue {
        var attributes: [String: JSONValue] = [:]
        for field in table.fields where field.type != .objectID && field.type != .globalID {
            attributes[field.name] = .null
        }
        let tool =
            switch table.geometry?.kind {
            case .polyline?: "esriFeatureEditToolLine"
            case .polygon?: "esriFeatureEditToolPolygon"
            case .point?, .multipoint?, nil: "esriFeatureEditToolPoint"
            }
        return [
            "name": told["name"] ?? "", "description": "", "drawingTool": .string(tool),
            "prototype": ["attributes": .object(attributes)],
        ]
    }

    /// How features are drawn where the service does not say it.
    private static func drawingInfo(_ kind: GeometryKind) -> JSONValue {
        let line: JSONValue = ["type": "esriSLS", "style": "esriSLSSolid", "color": [60, 60, 60, 255], "width": 1]
        let symbol: JSONValue =
            switch kind {
            case .point, .multipoint:
                [
                    "type": "esriSMS", "style": "esriSMSCircle", "color": [0, 112, 192, 255], "size": 6, "angle": 0,
                    "xoffset": 0, "yoffset": 0, "outline": line,
                ]
            case .polyline: line
            case .polygon:
                ["type": "esriSFS", "style": "esriSFSSolid", "color": [120, 180, 120, 128], "outline": line]
            }
        return [
            "renderer": ["type": "simple", "symbol": symbol, "label": "", "description": ""], "transparency": 0,
            "labelingInfo": .null,
        ]
    }
}
