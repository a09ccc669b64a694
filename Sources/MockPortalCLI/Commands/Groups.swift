import ArgumentParser
import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient

/// `mockportal groups`: the groups that a portal finds, or features.
struct Groups: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Search a portal for groups, or show those that it features.",
        discussion: """
            The query is in the portal's own words: a word, title:maps, owner:dana. Without one, the portal is asked for \
            the groups that it features.

            Examples:
              mockportal groups https://localhost:8443/portal --ca-file mockportal-certs/ca.pem
              mockportal groups https://localhost:8443/portal owner:alice --user alice --json
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Argument(help: ArgumentHelp("What to look for.", valueName: "query"))
    var query: String?

    @OptionGroup var search: SearchOptions

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func validate() throws {
        if let query, query.allSatisfy(\.isWhitespace) {
            throw ValidationError("an empty query finds nothing; give a word, or leave it out for the featured groups")
        }
    }

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, reach: reach, connection: nil)
        let (groups, total) = try await session.perform { portal throws(PortalError) in
            if query == nil || portal.connection == .authenticated { try await portal.load() }
            guard let query else {
                let featured = try await portal.findFeaturedGroups(limit: min(search.limit, 100))
                return (Array(featured.prefix(search.limit)), featured.count)
            }
            return try await search.gather(PortalQuery(query)) { page throws(PortalError) in
                try await portal.findGroups(page)
            }
        }
        search.show(
            ["id", "title", "owner", "access"],
            groups.map { [$0.id, $0.title ?? "", $0.owner ?? "", $0.access ?? ""] }, raw: groups.map(\.rawJSON),
            total: total)
        try await session.keep()
    }
}
