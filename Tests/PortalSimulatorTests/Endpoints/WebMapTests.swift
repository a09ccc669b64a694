import FixtureFiles
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Web maps of the world` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let id: String
        /// Who may read it; nil is a stranger.
        let readers: [String?]
    }

    static let everybody: [String?] = [nil, "alice", "bob", "carol"]

    @Test(arguments: [
        Row(testDescription: "public", id: "3a900000000000000000000000000003", readers: everybody),
        Row(testDescription: "with layers for members", id: "3a900000000000000000000000000004", readers: everybody),
        Row(testDescription: "with a basemap of Bing", id: "3a900000000000000000000000000005", readers: everybody),
        Row(testDescription: "private", id: "3a900000000000000000000000000019", readers: ["alice"]),
        Row(testDescription: "shared with a group", id: "3a90000000000000000000000000001c", readers: ["carol"]),
    ])
    func `are read by whom they are for`(_ row: Row) throws {
        let probe = try SiteProbe("token")
        for reader in Self.everybody {
            let token = try reader.map { try probe.token(for: $0) }
            let data = probe.get("content/items/\(row.id)/data", token: token)
            let item = probe.get("content/items/\(row.id)", token: token).json
            #expect((data.json["baseMap"] != nil) == row.readers.contains(reader), "\(reader ?? "a stranger")")
            if row.readers.contains(reader), let path = item["thumbnail"]?.string {
                let picture = probe.get("content/items/\(row.id)/info/\(path)", token: token)
                #expect(picture.status == 200)
            }
        }
    }

    @Test func `and all other items have the pictures that they name`() throws {
        let probe = try SiteProbe("token")
        let tokens = try ["alice", "bob", "carol"].map { try probe.token(for: $0) }
        let content = PortalContent(fixtures: .embedded, addresses: `World documents`.addresses)
        var pictures: Set<[UInt8]> = []
        var count = 0
        for item in try content.items().all {
            let readable = tokens.first { probe.get("content/items/\(item.id)", token: $0).error == nil }
            guard let path = item.document["thumbnail"]?.string, let readable else { continue }
            let picture = probe.get("content/items/\(item.id)/info/\(path)", token: readable)
            #expect(picture.status == 200 && picture.header("Content-Type") == "image/png", "\(item.title)")
            #expect(picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(item.title)")
            pictures.insert(picture.body)
            count += 1
        }
        #expect(count >= 35 && pictures.count >= 35, "\(count) items, \(pictures.count) pictures")
    }

    @Test func `have layers that alice may use, and bob may not`() throws {
        let probe = try SiteProbe("token")
        let data = probe.get("content/items/3a900000000000000000000000000004/data").json
        let urls = (data["operationalLayers"]?.array ?? []).compactMap { $0["url"]?.string }
        #expect(urls.count == 3 && urls.allSatisfy { $0.hasPrefix("https://localhost:8443/server/rest/services/") })
        let secured = urls.filter { !$0.contains("/Roads/") }.map { String($0.dropFirst(30)) }
        #expect(secured == ["rest/services/Traffic/FeatureServer/0", "rest/services/Transit/MapServer"])
        for path in secured {
            #expect(probe.server(path).code == 499)
            let denied = probe.server(path, token: try probe.token(for: "bob"))
            let name = path.contains("Transit") ? "transit" : "traffic"
            #expect(
                denied.json == [
                    "error": [
                        "code": 403,
                        "message": .string("User does not have permissions to access '\(name).mapserver'."),
                        "details": [],
                    ]
                ])
            #expect(probe.server(path, token: try probe.token(for: "alice")).error == nil)
        }
    }
}
