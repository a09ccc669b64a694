import ArgumentParser
import PortalAuthentication
import PortalClient

/// `mockportal connect`: what a portal says of itself.
struct Connect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Connect to a portal and show what it says of itself.",
        discussion: """
            Without a user or a token it connects anonymously. What a portal asks for is asked on the terminal.

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

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust,
            connection: authenticated ? .authenticated : nil)
        let portal = try await session.perform { portal throws(PortalError) in
            try await portal.load()
            return portal
        }
        let info = portal.info
        ClientTable.show([
            ("portal", info?.portalName), ("organization", info?.organizationName), ("url", "\(portal.url)"),
            ("access", info?.access), ("version", info?.currentVersion),
            ("signed in as", portal.user?.username ?? "nobody"),
        ])
    }
}

/// `mockportal user`: who is signed in.
struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in to a portal, show who you are there and save your thumbnail.",
        discussion: """
            User name and password are asked for on the terminal, where the password is not shown; a certificate that \
            cannot be trusted is shown before it is asked about.

            Example:
              mockportal user https://localhost:8443/portal --user alice --thumbnail alice.png
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Option(
        help: ArgumentHelp("Save the thumbnail here; by default in a file named after the user.", valueName: "file"))
    var thumbnail: String?

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, connection: nil)
        let (portal, saved) = try await session.perform { _ throws(PortalError) in
            let portal = try await session.signedIn()
            let user = portal.user
            return (portal, try await ThumbnailFile.save(user?.thumbnail, to: thumbnail, named: user?.username ?? ""))
        }
        guard let user = portal.user else { throw CommandFailure("the portal does not say who is signed in", .refused) }
        ClientTable.show([
            ("user name", user.username), ("full name", user.fullName), ("e-mail", user.email),
            ("member since", user.created.map { "\(CivilDate(seconds: $0.milliseconds / 1000))" }),
            ("portal", portal.info?.portalName ?? portal.info?.organizationName), ("thumbnail", try saved.write()),
        ])
    }
}

/// `mockportal item`: one item of a portal.
struct Item: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show an item of a portal, and save its thumbnail or data.",
        discussion: """
            Example:
              mockportal item https://localhost:8443/portal 5f1c0e5b8e6d4a4cb1b7a7f0c9d2e301 --data item.json
            """)

    @Argument(help: ArgumentHelp("The portal, as https://gis.example.com/portal.", valueName: "portal-url"))
    var portal: String

    @Argument(help: ArgumentHelp("The item's id.", valueName: "item-id"))
    var id: String

    @Option(help: ArgumentHelp("Save the thumbnail here.", valueName: "file"))
    var thumbnail: String?

    @Option(help: ArgumentHelp("Save the item's data here.", valueName: "file"))
    var data: String?

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, connection: nil)
        let (item, saved, bytes) = try await session.perform { portal throws(PortalError) in
            let item = PortalItem(portal: portal, id: id)
            try await item.load()
            let image = thumbnail == nil ? nil : item.thumbnail
            let saved = try await ThumbnailFile.save(image, to: thumbnail, named: id)
            return (item, saved, data == nil ? [] : try await item.data())
        }
        if let data { try OutputFile.write(bytes, to: data) }
        ClientTable.show([
            ("title", item.title), ("type", item.type), ("owner", item.owner), ("access", item.access),
            ("modified", item.modified.map { "\(CivilDate(seconds: $0.milliseconds / 1000))" }),
            ("summary", item.snippet),
            ("url", item.serviceURL), ("thumbnail", thumbnail == nil ? nil : try saved.write()),
            ("data", data.map { "\($0) (\(bytes.count) bytes)" }),
        ])
    }
}
