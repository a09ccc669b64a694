import ArgumentParser
import PortalAuthentication
import PortalClient

/// `mockportal webmap`: a web map with the state of each of its layers.
struct ShowWebMap: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webmap",
        abstract: "Load a web map, and show what became of each of its layers.",
        discussion: """
            Of a layer that failed it says why, and what would mend it. The exit code is 1 where the map or one of its layers cannot be loaded. Layers of types that this client does not \
            know are listed and ignored. Layers of Bing Maps need a key: the one that is given here, else the portal's. Bing Maps itself is not asked.

            Example:
              mockportal webmap https://localhost:8443/portal 3a900000000000000000000000000001
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Argument(help: ArgumentHelp("The id of the web map's item.", valueName: "item-id"))
    var id: String

    @OptionGroup var bing: BingKeyOptions

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func validate() throws { try ItemArgument.require(id) }

    func run() async throws {
        let bingKey = try bing.key()
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, reach: reach, connection: nil)
        let map = try await session.perform { portal throws(PortalError) in
            if portal.connection == .authenticated { try await portal.load() }
            let map = Map(item: PortalItem(portal: portal, id: id))
            if let bingKey { map.webMap.bingKey = bingKey }
            try await map.load()
            return map
        }
        let remedy = LayerRemedy(isSignedIn: map.webMap.isSignedIn, portal: session.portal.url)
        for line in MapTree(map, remedy: remedy).lines { Console.say(line) }
        try await session.keep()
        guard map.failedLayers.isEmpty else { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
