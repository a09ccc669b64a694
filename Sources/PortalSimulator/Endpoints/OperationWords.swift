/// Names of operations and of fixed resources that a portal or a server has, whether they are served here or not.
///
/// From the tables of contents of developers.arcgis.com: "Portal Directory API", "Feature service", "Map service" and "Image service".
enum OperationWords {
    static let all: Set<Substring> = community.union(content).union(services)

    /// Below `community` and `portals`.
    private static let community: Set<Substring> = [
        "accept", "addResource", "addUsers", "applications", "assignCategorySchema", "checkUsernames", "createGroup",
        "createNotification", "createRole", "createUser", "decline",
        "delete", "deleteCategorySchema",
        "disable", "disableMfa", "enable", "expirePassword", "invitations", "invite", "invites", "inviteUsers", "join",
        "joinGroup", "leave", "notifications", "privileges", "properties", "protect", "reassign",
        "removeResource", "removeUsers", "reset", "roles",
        "sendNotification", "setPrivileges",
        "setProperties", "setUserDefaultSettings", "settings", "signUp", "tags", "unlock", "unprotect", "update",
        "updateUsers",
        "updateUserRole", "userList", "userlist", "userTags", "isServiceNameAvailable", "checkServiceName",
        "disableUsers", "enableUsers", "federate", "history", "purchases", "rolesAndPrivileges", "urls", "usage",
        "userDefaultSettings",
        "usernames", "users",
    ]

    /// Below `content`.
    private static let content: Set<Substring> = [
        "addComment", "addItem", "addPart", "addRating", "addRelationship", "addResources", "addStatus", "analyze",
        "bulkPublish", "canDelete", "cancel", "comments", "commit", "copy", "createFolder", "createService", "data",
        "deleteComment", "deleteInfo", "deleteItems", "deleteRating", "deleteRelationship", "deleteThumbnail",
        "dependencies", "export", "features", "generate", "groups", "info", "item.pkinfo", "items", "move",
        "moveItems", "package", "parts", "protect", "publish", "rating", "refresh", "register", "registeredAppInfo",
        "relatedItems", "removeResources", "replaceService", "resources", "search", "share", "shareItems", "sources",
        "status", "transferOwnership", "unprotect", "unpublish", "unregisterApp", "unshare", "unshareItems",
        "updateInfo", "updateItems", "updateResources", "updateThumbnail",
    ]

    /// Below a service, a layer or a feature.
    private static let services: Set<Substring> = [
        "addAttachment", "addFeatures", "addToDefinition", "append", "applyEdits", "attachments", "calculate",
        "cleanupChangeTracking", "colormap", "computeClassStatistics", "computeHistograms", "computePixelLocation",
        "computeStatisticsHistograms", "createReplica", "deleteAttachments", "deleteFeatures",
        "deleteFromDefinition", "download", "dynamicLayer", "estimateExportTilesSize", "exportImage", "exportTiles",
        "extractChanges", "find", "findAddressCandidates", "generateKml", "generateRenderer", "geocodeAddresses",
        "getEstimates", "getSamples", "histograms", "htmlPopup", "identify", "images", "iteminfo", "jobs",
        "keyProperties", "layers", "legend", "measure", "metadata", "multidimensionalInfo", "project", "query",
        "queryAnalytic", "queryAttachments", "queryBins", "queryBoundary", "queryContingentValues",
        "queryDataElements", "queryDateBins", "queryDomains", "queryGPSInfo", "queryLegends", "queryPivot",
        "queryRelatedRecords", "queryTopFeatures", "rasterAttributeTable", "rasterFunctionInfos", "relationships",
        "replicas", "returnUpdates", "reverseGeocode", "slices", "statistics", "submitJob", "suggest",
        "synchronizeReplica", "tile", "tilemap", "truncate", "unRegisterReplica", "updateAttachment",
        "updateDefinition", "updateFeatures", "uploads", "validateSQL", "WMTS", "wmts",
    ]
}
