import ArgumentParser
import HTTPSemantics
import PortalAuthentication
import PortalClient

/// `mockportal connect`: what a portal says of itself.
struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Connect to a portal and show what it says of itself.",
        discussion: """
            Without a user or a token it connects anonymously. What a portal asks for is asked on the terminal. Where the \
            portal names them, its default basemap and the queries for what it features are shown.

            Example:
              mockportal connect https://localhost:8443/portal --ca-file mockportal-certs/ca.pem
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Flag(help: "Insist on signing in, even where the portal lets strangers look.")
    var authenticated = false

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, reach: reach,
            connection: authenticated ? .authenticated : nil)
        let portal = try await session.perform { portal throws(PortalError) in
            try await portal.load()
            return portal
        }
        let info = portal.info
        ClientTable.show([
            ("portal", info?.portalName), ("organization", info?.organizationName), ("url", "\(portal.url)"),
            ("access", info?.access), ("version", info?.currentVersion),
            ("basemap", info?.defaultBasemap.map { $0.title ?? "without a title" }),
            ("featured", Self.list(info?.featuredGroupsQueries ?? []).map { "groups by \($0)" }),
            ("featured", info?.featuredItemsGroupQuery.map { "items of the group by \($0)" }),
            ("signed in as", portal.user?.username ?? "no user"),
        ])
        try await session.keep()
    }

    /// Queries in one cell; nil where there are none.
    private static func list(_ queries: [String]) -> String? { queries.isEmpty ? nil : queries.joined(separator: "; ") }
}
