internal import JSONValues

/// What a user owns, at the root and in folders; ArcGIS Pro opens it first after signing in.
enum UserContentEndpoint {
    static func root(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try content(request, folder: nil)
    }

    static func folder(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try content(request, folder: request.captures[1])
    }

    private static func content(_ request: EndpointRequest, folder: String?) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        guard let owner = try request.content.users().named(request.captures[0]) else { return .failure(.noUser) }
        let seesFolders = sharing.isOwn(owner)
        let current = owner.folders.first { $0["id"]?.string == folder }
        if folder != nil, current == nil || !seesFolders { return .failure(.noFolder) }
        let items = try request.content.items().all.filter {
            $0.owner == owner.name && $0.folder == folder && sharing.mayRead($0)
        }
        return SearchPage(request).reply(
            items, key: "items",
            members: [
                "username": .string(owner.name), "currentFolder": current ?? .null,
                "folders": seesFolders && folder == nil ? .array(owner.folders) : [],
            ]
        ) { ItemsEndpoint.document($0, sharing) }
    }
}
