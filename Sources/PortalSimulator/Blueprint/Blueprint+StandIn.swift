internal import JSONValues

extension Blueprint {
    /// The host of ArcGIS Online that belongs to no organization (developers.arcgis.com, "REST API root").
    package static let onlineHost = "www.arcgis.com"

    /// The hosts of ArcGIS Online's organizations lie below it (doc.arcgis.com › Configure general settings, "Short name").
    package static let organizationDomain = "maps.arcgis.com"

    /// The same, as a portal that plays these hosts has it.
    ///
    /// ArcGIS Online has no web adaptor: everything is at the root of its hosts. Unless the blueprint says something else, its own host
    /// belongs to no organization, and the product is ArcGIS Online.
    package func standing(inFor hosts: [String]) throws(BlueprintError) -> Blueprint {
        guard hosts.contains(Self.onlineHost) else { return self }
        var overlay: JSONValue = ["context": ""]
        if document["view"] == nil { overlay["view"] = "general" }
        if toldProduct == nil { overlay["product"] = .string(Product.online.rawValue) }
        var copy = try overlaid(with: overlay, source: "stand-in")
        copy.servedAs = servedAs
        copy.passwords = passwords
        return copy
    }
}
