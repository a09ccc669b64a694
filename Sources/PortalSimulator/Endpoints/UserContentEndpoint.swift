internal import JSONValues

/// What a user owns, at the root and in folders; ArcGIS Pro opens it first after signing in.
enum UserContentEndpoint {
    static func root(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply { try content(call, folder: nil) }

    static func folder(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try content(call, folder: call.captures[1])
    }

    private static func content(_ call: EndpointRequest, folder: String?) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        if let refusal = sharing.refusal() { return refusal }
        guard let owner = try call.world.users().named(call.captures[0]) else { return .failure(.noUser) }
        let seesFolders = sharing.isOwn(owner)
        let current = owner.folders.first { $0["id"]?.string == folder }
        if folder != nil, current == nil || !seesFolders { return .failure(.noFolder) }
        let items = try call.world.items().all.filter {
            $0.owner == owner.name && $0.folder == folder && sharing.mayRead($0)
        }
        return SearchPage(call).reply(
            items, key: "items",
            members: [
                "username": .string(owner.name), "currentFolder": current ?? .null,
                "folders": seesFolders && folder == nil ? .array(owner.folders) : [],
            ]
        ) { ItemsEndpoint.document($0, sharing) }
    }
}
