/// The table of contents of `{portal}/sharing/rest`, and of `{portal}/sharing`, which older clients use.
enum PortalRoutes {
    static let table = RouteTable(
        [
            .portal("", operation: "sharing", RootEndpoint.version),
            .portal("info", gate: .none, RootEndpoint.info),
            .portal("generateToken", gate: .none, steady: false, GenerateTokenEndpoint.portal),

            .portal("oauth2/authorize", gate: .none, steady: false, AuthorizeEndpoint.authorize),
            .portal("oauth2/signin", gate: .none, steady: false, AuthorizeEndpoint.signIn),
            .portal("oauth2/approval", gate: .none, steady: false, ApprovalEndpoint.approval),
            .portal("oauth2/token", gate: .none, steady: false, OAuthTokenEndpoint.token),
            .portal("oauth2/revokeToken", gate: .none, steady: false, RevokeEndpoint.revoke),
            .portal("oauth2/signout", gate: .none, steady: false, AuthorizeEndpoint.signOut),
            .portal("oauth2/validateAppAccess", steady: false, AppAccessEndpoint.validate),
            .portal("oauth2/validateRedirectUri", gate: .none, steady: false, AppAccessEndpoint.validateRedirect),

            .portal("portals/self", PortalsEndpoint.selfDocument),
            .portal("accounts/self", operation: "portals/self", PortalsEndpoint.selfDocument),
            .portal("portals/self/servers", PortalsEndpoint.servers),
            .portal("portals/{id}", PortalsEndpoint.byID),
            .portal("accounts/{id}", operation: "portals/{id}", PortalsEndpoint.byID),
            .portal("portals/{id}/subscriptionInfo", PortalsEndpoint.subscriptionInfo).shapeOnly(),
            .portal("portals/{id}/categorySchema", PortalsEndpoint.categorySchema),
            .portal("portals/{id}/resources/{file}", PortalsEndpoint.resource),

            .portal("community/self", CommunityEndpoint.selfDocument),
            .portal("community/users", steady: false, CommunityEndpoint.searchUsers).heavy(),
            .portal("community/users/{name}", CommunityEndpoint.user),
            .portal("community/users/{name}/info/{file}", CommunityEndpoint.userFile),
            .portal("community/groups", steady: false, GroupsEndpoint.search).heavy(),
            .portal("community/groups/{id}", GroupsEndpoint.group),
            .portal("community/groups/{id}/users", GroupsEndpoint.users),
            .portal("community/groups/{id}/info/{file}", GroupsEndpoint.file),

            .portal("search", steady: false, SearchEndpoint.items).heavy(),
            .portal("content/items/{id}", ItemsEndpoint.item),
            .portal("content/items/{id}/data", ItemsEndpoint.data),
            .portal("content/items/{id}/groups", ItemsEndpoint.groups),
            .portal("content/items/{id}/resources", steady: false, ItemsEndpoint.resources),
            .portal("content/items/{id}/resources/{file*}", ItemsEndpoint.resource),
            .portal("content/items/{id}/relatedItems", steady: false, ItemsEndpoint.relatedItems),
            .portal("content/items/{id}/comments", steady: false, ItemsEndpoint.comments),
            .portal("content/items/{id}/comments/{comment:id}", ItemsEndpoint.comment),
            .portal("content/items/{id}/rating", ItemsEndpoint.rating),
            .portal("content/items/{id}/info/{file*}", ItemsEndpoint.file),
            .portal("content/users/{name}", steady: false, UserContentEndpoint.root),
            .portal("content/users/{name}/{folder:id}", steady: false, UserContentEndpoint.folder),
            .portal("content/groups/{id}", steady: false, SearchEndpoint.groupContent),
            .portal("content/groups/{id}/search", steady: false, SearchEndpoint.groupSearch).heavy(),
        ] + ItemRoutes.all + CommunityRoutes.all + HostedRoutes.portal)
}
