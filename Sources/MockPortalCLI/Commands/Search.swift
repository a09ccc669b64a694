import ArgumentParser
import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient

/// `mockportal search`: the items that a portal finds.
struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Search a portal for items.",
        discussion: """
            The query is in the portal's own words: a word, title:streets, owner:alice, "access:public AND tags:roads". Who \
            signs in finds what that user may see.

            Examples:
              mockportal search https://localhost:8443/portal streets --ca-file mockportal-certs/ca.pem
              mockportal search https://localhost:8443/portal owner:alice --type 'Web Map' --user alice --json
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Argument(help: ArgumentHelp("What to look for.", valueName: "query"))
    var query: String

    @Option(help: ArgumentHelp("Find this type of item only, as 'Web Map'. May be repeated.", valueName: "type"))
    var type: [String] = []

    @OptionGroup var search: SearchOptions

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func validate() throws {
        if query.allSatisfy(\.isWhitespace), type.isEmpty {
            throw ValidationError("an empty query finds nothing; give a word, owner:<name>, or --type 'Web Map'")
        }
    }

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, reach: reach, connection: nil)
        let (items, total) = try await session.perform { portal throws(PortalError) in
            if portal.connection == .authenticated { try await portal.load() }
            return try await search.gather(PortalQuery(query, kinds: type)) { page throws(PortalError) in
                try await portal.findItems(page)
            }
        }
        search.show(
            ["id", "type", "title", "owner", "access"],
            items.map { ["\($0.id)", $0.type ?? "", $0.title ?? "", $0.owner ?? "", $0.access ?? ""] },
            raw: items.compactMap(\.rawJSON), total: total)
        try await session.keep()
    }
}
