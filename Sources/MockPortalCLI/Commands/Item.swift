import ArgumentParser
import HTTPSemantics
import PortalAuthentication
import PortalClient

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

    @Option(help: ArgumentHelp("Save the thumbnail here.", valueName: "file"), completion: .file())
    var thumbnail: String?

    @Option(help: ArgumentHelp("Save the item's data here.", valueName: "file"), completion: .file())
    var data: String?

    @OptionGroup(title: "Who signs in") var signIn: SignInOptions

    @OptionGroup(title: "Client certificates") var identity: IdentityOptions

    @OptionGroup(title: "Which servers are trusted") var trust: TrustOptions

    @OptionGroup(title: "How servers are reached") var reach: ReachOptions

    func validate() throws { try ItemArgument.require(id) }

    func run() async throws {
        let session = try await ClientSession(
            portalURL: portal, signIn: signIn, identity: identity, trust: trust, reach: reach, connection: nil)
        let (item, image, bytes) = try await session.perform { portal throws(PortalError) in
            let item = PortalItem(portal: portal, id: id)
            try await item.load()
            let image = thumbnail == nil ? nil : try await item.thumbnail?.data()
            return (item, image, data == nil ? [] : try await item.data())
        }
        let saved = try image.map { bytes throws(CommandFailure) in
            try ThumbnailFile(bytes, for: id).save(to: thumbnail, overwrite: true)
        }
        if let data { try OutputFile.write(bytes, to: data) }
        ClientTable.show([
            ("title", item.title), ("type", item.type), ("owner", item.owner), ("access", item.access),
            ("modified", item.modified.map { "\(CivilDate(secondsSince1970: $0.milliseconds / 1000))" }),
            ("summary", item.snippet),
            ("url", item.serviceURL), ("thumbnail", thumbnail == nil ? nil : saved ?? "none"),
            ("data", data.map { "\($0) (\(bytes.count) bytes)" }),
        ])
        try await session.keep()
    }
}
