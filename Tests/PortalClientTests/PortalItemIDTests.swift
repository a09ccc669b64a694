import PortalAuthentication
import PortalClient
import PretendPortals
import Testing

@Suite struct `Ids of items` {
    private static let good = "3a90000000000000000000000000000F"
    static let bad = [
        "", "x", "../self", " " + good, good + "0", String(good.dropLast()) + "g", "e２２9" + good.dropFirst(4),
    ]

    @Test func `are 32 hexadecimal digits`() throws {
        let id = try #require(PortalItem.ID(Self.good))
        #expect(id.rawValue == Self.good && "\(id)" == Self.good && id == PortalItem.ID(rawValue: Self.good))
        #expect(try PortalItem.ID(parsing: Self.good) == id)
    }

    @Test(arguments: bad) func `are nothing else, and nothing is sent for what is none`(_ text: String) async throws {
        #expect(PortalItem.ID(text) == nil)
        let stage = Stage()
        let item = PortalItem(portal: Portal(url: try PortalURL(Traffic.portal), in: stage.environment), id: text)
        let failures = [
            await failure { () throws(PortalError) in try await item.load() },
            await failure { () throws(PortalError) in try await item.data() },
            await failure { () throws(PortalError) in try WebMap(itemID: text, in: stage.environment) },
            await failure { () throws(PortalError) in try PortalItem.ID(parsing: text) },
        ]
        for error in failures {
            #expect(error?.code == .invalidArgument && error?.detail.contains("32 hexadecimal digits") == true)
        }
        #expect(stage.transport.sent.isEmpty && item.loadStatus == .failed)
    }

    @Test func `that are typed make an item`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice())
        let item = PortalItem(
            portal: Portal(url: try PortalURL(Traffic.portal), in: stage.environment),
            id: try #require(PortalItem.ID(Traffic.privateItem)))
        try await item.load()
        #expect(item.title == "Private" && item.id.rawValue == Traffic.privateItem)
    }
}
