import ArgumentParser
import HTTPSemantics
import PortalAuthentication
import PortalClient

/// `mockportal user`: who is signed in.
struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in to a portal, show who you are there and save your thumbnail.",
        discussion: """
            With --client-id the portal's own page asks for the password, in your browser; without it, user name and \
            password are asked for on the terminal, where the password is not shown. A certificate that cannot be trusted is \
            shown before it is asked about. Nothing is kept for the next run unless --store says where.

            Examples:
              mockportal user https://localhost:8443/portal --user alice --thumbnail alice.png
              mockportal user https://localhost:8443/portal --client-id mockportal-app --store ~/.mockportal
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Option(
        help: ArgumentHelp("Save the thumbnail here; by default in a file named after the user.", valueName: "file"),
        completion: .file())
    var thumbnail: String?

    @Flag(help: "Let the thumbnail take the place of a file that is there.")
    var overwrite = false

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func run() async throws {
        if let thumbnail, !overwrite { try OutputFile.requireFree(thumbnail, advice: "--overwrite") }
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, reach: reach, connection: nil)
        let (portal, image) = try await session.perform { _ throws(PortalError) in
            let portal = try await session.signedIn()
            return (portal, try await portal.user?.thumbnail?.data())
        }
        guard let user = portal.user else { throw CommandFailure("the portal does not say who is signed in", .refused) }
        let saved = try image.map { bytes throws(CommandFailure) in
            try ThumbnailFile(bytes, for: user.username).save(to: thumbnail, overwrite: overwrite)
        }
        ClientTable.show([
            ("portal", portal.info?.portalName ?? portal.info?.organizationName), ("user name", user.username),
            ("full name", user.fullName), ("e-mail", user.email),
            ("member since", user.creationDate.map { "\(CivilDate(secondsSince1970: $0.milliseconds / 1000))" }),
            ("description", user.description), ("thumbnail", saved ?? "none"),
        ])
        if let image { TerminalImage.show(image) }
        try await session.keep()
    }
}
