/// The keys of items and users that a portal tells.
enum WorldKeys {
    /// developers.arcgis.com/rest, "Item".
    static let item = [
        "id", "owner", "orgId", "created", "isOrgItem", "modified", "guid", "name", "title", "type", "typeKeywords",
        "description", "tags", "snippet", "thumbnail", "documentation", "extent", "categories", "spatialReference",
        "accessInformation", "classification", "licenseInfo", "culture", "properties", "advancedSettings", "url",
        "proxyFilter", "access", "subInfo", "appCategories", "industries", "languages", "largeThumbnail", "banner",
        "screenshots", "listed", "ownerFolder", "protected", "size", "commentsEnabled", "numComments", "numRatings",
        "avgRating", "numViews", "itemControl", "scoreCompleteness", "groupDesignations", "contentOrigin",
        "contentStatus",
        "apiToken1ExpirationDate", "apiToken2ExpirationDate", "lastViewed", "sharing",
    ]

    /// developers.arcgis.com/rest, "User".
    static let user = [
        "id", "username", "fullName", "firstName", "lastName", "preferredView", "description", "email", "userType",
        "idpUsername", "favGroupId", "lastLogin", "mfaEnabled", "storageUsage", "storageQuota", "orgId", "role",
        "roleId", "privileges", "level", "userLicenseTypeId", "disabled", "tags", "culture", "cultureFormat", "region",
        "units", "thumbnail", "access", "created", "modified", "provider", "groups", "availableCredits",
        "assignedCredits", "validateUserProfile", "emailStatus", "mfaEnforcementExempt",
    ]
}
