public import PortalAuthentication

extension Portal {
    /// Finds items; the results know how to ask for the next page. A portal that is to be signed in to is loaded first.
    public func findItems(_ query: PortalQuery) async throws(PortalError) -> PortalQueryResults<PortalItem> {
        try await find(query, at: url.rest.appending("search")) { PortalItem($0, portal: self) }
    }

    /// Finds groups. A portal that is to be signed in to is loaded first.
    public func findGroups(_ query: PortalQuery) async throws(PortalError) -> PortalQueryResults<PortalGroup> {
        try await find(query, at: url.rest.appending("community", "groups")) { PortalGroup($0) }
    }

    /// The groups that the portal features, by the first 100 queries of its information, and of each so many groups at the most; empty
    /// where it names none. It is loaded first.
    public func findFeaturedGroups(limit: Int = 10) async throws(PortalError) -> [PortalGroup] {
        try await loadFirst(wantingInfo: true)
        var groups: [PortalGroup] = []
        for query in info?.featuredGroupsQueries.prefix(Self.mostFeaturedQueries) ?? [] {
            groups += try await findGroups(PortalQuery(query, limit: limit)).results
        }
        return groups
    }

    /// Portals feature a handful of groups, each by a query of its own.
    private static let mostFeaturedQueries = 100

    /// The items of the group that holds the portal's featured items; nil where the portal names no such group. It is loaded first.
    public func findFeaturedItems(limit: Int = 10) async throws(PortalError) -> PortalQueryResults<PortalItem>? {
        try await loadFirst(wantingInfo: true)
        guard let query = info?.featuredItemsGroupQuery, !query.isEmpty else { return nil }
        guard let group = try await findGroups(PortalQuery(query, limit: 1)).results.first else { return nil }
        return try await findItems(PortalQuery("group:\(PortalQuery.quoted(group.id))", limit: limit))
    }

    private func find<Element: Sendable>(
        _ query: PortalQuery, at url: HTTPURL, _ read: (JSONDocument) -> Element?
    ) async throws(PortalError) -> PortalQueryResults<Element> {
        try await loadFirst()
        let answer = try await caller.request(url, parameters: query.parameters)
        return PortalQueryResults(answer.json, query: query, read)
    }
}
