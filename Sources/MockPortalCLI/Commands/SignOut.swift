import ArgumentParser
import PortalAuthentication
import PortalClient

/// `mockportal sign-out`: ends what a store keeps for a portal.
struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign out of a portal: revoke what --store keeps for it, and forget it.",
        discussion: """
            It says for each credential whether the portal has revoked it. What cannot be revoked is forgotten all the same, \
            and the exit code is then 1. What the store keeps for other portals stays.

            Example:
              mockportal sign-out https://localhost:8443/portal --store ~/.mockportal
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @OptionGroup(title: "Where credentials are kept") var store: CredentialStoreOptions

    @OptionGroup(title: "Who answers Basic and Digest") var webTier: WebTierOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func validate() throws {
        if store.folder == nil {
            throw ValidationError(
                "--store <folder> says where credentials are kept; without it nothing outlives a command")
        }
    }

    func run() async throws {
        guard try !store.isEmpty() else { return Console.say("nothing is kept for \(PortalURL.shown(portal))") }
        let session = try await ClientSession(
            portalURL: portal, webTier: webTier, identity: identity, trust: trust, reach: reach, store: store)
        let endings = try await session.perform { portal throws(PortalError) in
            await PortalSignOut(portal).run()
        }
        if endings.isEmpty { Console.say("nothing is kept for \(session.portal.url)") }
        for line in Console.columns(endings.map { [$0.word, $0.what] }) { Console.say(line) }
        try await session.keep()
        if endings.contains(where: \.isUnrevoked) {
            throw CommandFailure("not everything could be revoked; it is forgotten here all the same", .refused)
        }
    }
}
