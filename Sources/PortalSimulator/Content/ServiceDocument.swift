internal import FeatureEngine
internal import JSONValues

/// The metadata of a service, made from its layers (developers.arcgis.com, "Feature service" and "Map service").
enum ServiceDocument {
    /// What both kinds of service say alike.
    private static func common(
        _ layers: [[String: JSONValue]], reference: SpatialReference, extent: Box, capabilities: String
    ) -> [String: JSONValue] {
        let isTable = { (layer: [String: JSONValue]) in layer["type"] == "Table" }
        let extent = extent.document(in: reference)
        return [
            "serviceDescription": "", "description": "", "copyrightText": "",
            "capabilities": .string(capabilities), "maxRecordCount": 1000,
            "supportedQueryFormats": "JSON, geoJSON, PBF",
            "layers": .array(layers.filter { !isTable($0) }.map(entry)),
            "tables": .array(layers.filter(isTable).map(entry)), "relationships": [],
            "spatialReference": reference.document, "initialExtent": extent, "fullExtent": extent,
            "units": reference.isGeographic ? "esriDecimalDegrees" : "esriMeters",
        ]
    }

    static func featureServer(
        _ told: [String: JSONValue], _ layers: [[String: JSONValue]], reference: SpatialReference, extent: Box,
        capabilities: String
    ) -> JSONValue {
        let canEdit = capabilities.split(separator: ",").contains("Editing")
        var document = common(layers, reference: reference, extent: extent, capabilities: capabilities)
        document["allowGeometryUpdates"] = .bool(canEdit)
        document["hasVersionedData"] = false
        document["hasStaticData"] = .bool(!canEdit)
        document["supportsDisconnectedEditing"] = false
        let synchronizes = capabilities.split(separator: ",").contains("Sync")
        document["syncEnabled"] = .bool(synchronizes)
        if synchronizes {
            document["syncCapabilities"] = syncCapabilities
            document["supportsDisconnectedEditing"] = true
        }
        if PortalContent.Service.isTracked(capabilities) {
            document["extractChangesCapabilities"] = extractChangesCapabilities
        }
        document["enableZDefaults"] = false
        document["supportsApplyEditsWithGlobalIds"] = .bool(
            canEdit && layers.allSatisfy { $0["supportsApplyEditsWithGlobalIds"] == true })
        document["supportedExportFormats"] = ""
        document["standardMaxRecordCount"] = 1000
        return .object(document.merging(told) { $1 })
    }

    /// What replicas can be asked for (ArcGIS REST API, "Feature Service", `syncCapabilities`).
    private static let syncCapabilities: JSONValue = [
        "supportsAsync": true, "supportsRegisteringExistingData": false, "supportsSyncDirectionControl": true,
        "supportsPerLayerSync": true, "supportsPerReplicaSync": true, "supportsSyncModelNone": true,
        "supportsRollbackOnFailure": true, "supportsAttachmentsSyncDirection": false,
        "supportsBiDirectionalSyncForServer": false,
    ]

    /// What `extractChanges` can be asked for.
    private static let extractChangesCapabilities: JSONValue = [
        "supportsReturnIdsOnly": true, "supportsReturnExtentOnly": false, "supportsReturnAttachments": false,
        "supportsLayerQueries": true, "supportsSpatialFilter": true, "supportsReturnFeature": true,
    ]

    static func mapServer(
        _ told: [String: JSONValue], _ layers: [[String: JSONValue]], reference: SpatialReference, extent: Box,
        tileInfo: JSONValue?
    ) -> JSONValue {
        var document = common(layers, reference: reference, extent: extent, capabilities: mapCapabilities)
        document["mapName"] = "Layers"
        document["supportsDynamicLayers"] = true
        document["singleFusedMapCache"] = .bool(tileInfo != nil)
        document["minScale"] = 0
        document["maxScale"] = 0
        document["supportedImageFormatTypes"] = "PNG32,PNG24,PNG,PNG8"
        document["exportTilesAllowed"] = false
        document["documentInfo"] = ["Title": layers.first?["name"] ?? "", "Author": "", "Keywords": ""]
        document["maxImageHeight"] = .integer(Int64(MapPicture.maximumSize))
        document["maxImageWidth"] = .integer(Int64(MapPicture.maximumSize))
        if let tileInfo { document["tileInfo"] = tileInfo }
        return .object(document.merging(told) { $1 })
    }

    static let mapCapabilities = "Map,Query,Data"

    /// A layer as the list of its service shows it.
    private static func entry(_ layer: [String: JSONValue]) -> JSONValue {
        var entry: [String: JSONValue] = ["parentLayerId": -1, "subLayerIds": .null]
        for member in ["id", "name", "type", "defaultVisibility", "minScale", "maxScale", "geometryType"] {
            entry[member] = layer[member]
        }
        return .object(entry)
    }
}
