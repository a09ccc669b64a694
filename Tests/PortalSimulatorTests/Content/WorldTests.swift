import FixtureFiles
import Foundation
import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `World documents` {
    static let addresses = SiteAddresses(
        portal: SiteProbe.origin("https://localhost:8443"), hosts: ["other": SiteProbe.origin("https://127.0.0.2:9443")]
    )

    @Test func `the documents inside the product are whole`() throws {
        try PortalContent(fixtures: .embedded, addresses: Self.addresses).check()
    }

    @Test func `it holds what the scenarios need`() throws {
        let content = PortalContent(fixtures: .embedded, addresses: Self.addresses)
        #expect(try content.accountNames() == ["alice", "bob", "carol", "dana"])
        #expect(try content.organizations().all.count == 2)
        #expect(try content.items().all.count >= 30)
        #expect(try content.groups().all.count >= 3)
        #expect(
            content.serviceNames == [
                "Aerial", "Base", "Crew", "Hosted/Trees", "Hydrants", "Inspections", "Notices", "Parcels", "Roads",
                "Surveys", "Traffic", "Transit", "World",
            ])
        #expect(try content.users().named("alice")?.organization == content.organizations().own.id)
        #expect(try content.users().named("bob")?.organization == nil)
    }

    @Test func `placeholders become addresses, and only known ones`() {
        let placeholders = Placeholders(Self.addresses)
        #expect(
            placeholders.expand("{{portal}}/a {{server}} {{host:other}} {{host:none}} {x}")
                == "https://localhost:8443/portal/a https://localhost:8443/server https://127.0.0.2:9443 {{host:none}} {x}"
        )
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        let name: String
        let file: String
        let change: @Sendable (inout JSONValue) -> Void
        let keyPath: String
        var suggestion: String?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Damage(
            name: "a member is missing", file: "users.json",
            change: { $0["users"]?[0]["personal"]?["privileges"] = nil }, keyPath: "users[0].personal"),
        Damage(
            name: "an unknown key", file: "groups.json", change: { $0["groups"]?[1]["membres"] = [] },
            keyPath: "groups[1].membres", suggestion: "members"),
        Damage(
            name: "an unknown level", file: "items.json", change: { $0["items"]?[2]["item"]?["access"] = "pubic" },
            keyPath: "items[2].item.access", suggestion: "public"),
        Damage(
            name: "an id of another form", file: "items.json", change: { $0["items"]?[0]["item"]?["id"] = "xyz" },
            keyPath: "items[0].item.id"),
        Damage(
            name: "an owner who is not there", file: "items.json",
            change: { $0["items"]?[3]["item"]?["owner"] = "alise" }, keyPath: "items[3].item.owner", suggestion: "alice"
        ),
        Damage(
            name: "an organization that is not there", file: "users.json",
            change: { $0["users"]?[0]["personal"]?["orgId"] = "none" }, keyPath: "users[0].personal.orgId"),
        Damage(
            name: "an organization id that is too long", file: "organizations.json",
            change: { $0["organizations"]?[0]["everybody"]?["id"] = "0123456789abcdef0" },
            keyPath: "organizations[0].everybody.id"),
        Damage(
            name: "a list that is none", file: "services/Roads.json", change: { $0["layers"] = "x" }, keyPath: "layers"),
        Damage(
            name: "a relationship with a layer that has none back", file: "services/Surveys.json",
            change: { $0["layers"]?[1]["layer"]?["relationships"] = [] },
            keyPath: "layers[0].layer.relationships[0]"),
        Damage(
            name: "a relationship by a field that is not there", file: "services/Surveys.json",
            change: { $0["layers"]?[1]["layer"]?["relationships"]?[0]["keyField"] = "PLOTT" },
            keyPath: "layers[1].layer.relationships[0]"),
        Damage(
            name: "a time that is no date", file: "services/Surveys.json",
            change: { $0["layers"]?[1]["layer"]?["timeInfo"]?["startTimeField"] = "BIRDS" },
            keyPath: "layers[1].layer.timeInfo"),
        Damage(
            name: "a picture that is not there", file: "users.json",
            change: { $0["users"]?[0]["profile"]?["thumbnail"] = "no.png" }, keyPath: "users[0].profile.thumbnail"),
        Damage(
            name: "a group of an organization that is not there", file: "groups.json",
            change: { $0["groups"]?[0]["group"]?["orgId"] = "none" }, keyPath: "groups[0].group.orgId"),
        Damage(
            name: "a group's picture that is not there", file: "groups.json",
            change: { $0["groups"]?[0]["group"]?["thumbnail"] = "no.png" }, keyPath: "groups[0].group.thumbnail"),
        Damage(
            name: "an item of an organization that is not there", file: "items.json",
            change: { $0["items"]?[0]["item"]?["orgId"] = "none" }, keyPath: "items[0].item.orgId"),
        Damage(
            name: "an item's picture that is not there", file: "items.json",
            change: { $0["items"]?[0]["item"]?["thumbnail"] = "no.png" }, keyPath: "items[0].item.thumbnail"),
        Damage(
            name: "a web map that is none", file: "items.json", change: { $0["items"]?[0]["data"] = "map" },
            keyPath: "items[0].data"),
        Damage(
            name: "a web map without basemap", file: "items.json",
            change: { $0["items"]?[0]["data"]?["baseMap"] = nil }, keyPath: "items[0].data"),
        Damage(
            name: "layers that are no list", file: "items.json",
            change: { $0["items"]?[0]["data"]?["operationalLayers"] = [:] },
            keyPath: "items[0].data.operationalLayers"),
        Damage(
            name: "a layer without type", file: "items.json",
            change: { $0["items"]?[0]["data"]?["operationalLayers"]?[0] = ["id": "roads"] },
            keyPath: "items[0].data.operationalLayers[0]"),
        Damage(
            name: "a layer of a service that is not there", file: "items.json",
            change: {
                $0["items"]?[0]["data"]?["operationalLayers"]?[0]["url"] =
                    "{{server}}/rest/services/Rodas/FeatureServer/0"
            }, keyPath: "items[0].data.operationalLayers[0].url", suggestion: "Roads"),
        Damage(
            name: "a layer of another kind than the service's", file: "items.json",
            change: {
                $0["items"]?[0]["data"]?["operationalLayers"]?[0]["url"] =
                    "{{server}}/rest/services/Roads/ImageServer"
            }, keyPath: "items[0].data.operationalLayers[0].url"),
        Damage(
            name: "a layer that the service has not", file: "items.json",
            change: {
                $0["items"]?[0]["data"]?["operationalLayers"]?[0]["url"] =
                    "{{server}}/rest/services/Roads/FeatureServer/7"
            }, keyPath: "items[0].data.operationalLayers[0].url"),
        Damage(
            name: "a layer of an item that is not there", file: "items.json",
            change: {
                $0["items"]?[3]["data"]?["operationalLayers"]?[0]["itemId"] = "00000000000000000000000000000000"
            }, keyPath: "items[3].data.operationalLayers[0].itemId",
            suggestion: "d0c00000000000000000000000000001"),
        Damage(
            name: "a layer inside a group that is wrong", file: "items.json",
            change: { $0["items"]?[2]["data"]?["operationalLayers"]?[1]["layers"]?[0]["opacity"] = "1" },
            keyPath: "items[2].data.operationalLayers[1].layers[0].opacity"),
        Damage(
            name: "a bookmark without extent", file: "items.json",
            change: { $0["items"]?[3]["data"]?["bookmarks"]?[0]["extent"]?["xmax"] = nil },
            keyPath: "items[3].data.bookmarks[0].extent"),
        Damage(
            name: "a service of an organization that is not there", file: "services/Roads.json",
            change: { $0["orgId"] = "none" }, keyPath: "orgId"),
        Damage(
            name: "a service with an unknown access", file: "services/Transit.json",
            change: { $0["access"] = "orgs" }, keyPath: "access", suggestion: "org"),
        Damage(
            name: "a map service that is no object", file: "services/Roads.json", change: { $0["MapServer"] = true },
            keyPath: "MapServer"),
        Damage(
            name: "an image service that is no object", file: "services/Aerial.json",
            change: { $0["ImageServer"] = [] }, keyPath: "ImageServer"),
        Damage(
            name: "a flag that is none", file: "services/Roads.json", change: { $0["cached"] = "yes" },
            keyPath: "cached"),
        Damage(
            name: "capabilities that are no text", file: "services/Roads.json",
            change: { $0["FeatureServer"]?["capabilities"] = ["Query"] }, keyPath: "FeatureServer.capabilities"),
        Damage(
            name: "a data file that is not there", file: "services/Roads.json",
            change: { $0["layers"]?[0]["data"] = "Roads/no.geojson" }, keyPath: "layers[0].data"),
        Damage(
            name: "a broken data file", file: "files/services/Transit/lines.geojson",
            change: { $0["features"]?[1]["geometry"]?["coordinates"] = "x" },
            keyPath: "features[1].geometry.coordinates"),
        Damage(
            name: "an account that is no text", file: "accounts.json", change: { $0 = ["alice", 7] }, keyPath: "[1]"),
        Damage(
            name: "an account without user", file: "accounts.json", change: { $0 = ["alice", "somebody"] }, keyPath: ""),
    ])
    func `a wrong document is named with file and key path`(damage: Damage) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "world-\(UInt64.random(in: 0...UInt64.max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in FixtureTree.embedded.paths(under: "Fixtures/world") + ["Fixtures/presets/token.json"] {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(FixtureTree.embedded.bytes(at: path)).write(to: file)
        }
        let fixtures = try FixtureTree.directory(folder.path)
        try PortalContent(fixtures: fixtures, addresses: Self.addresses).check()
        let file = folder.appendingPathComponent("Fixtures/world/\(damage.file)")
        var document = try JSONValue(parsing: Data(contentsOf: file))
        damage.change(&document)
        try Data(document.bytes()).write(to: file)
        // The portal itself checks documents that are not its own before it starts.
        let blueprint = try Blueprint.preset("token", fixtures: fixtures)
        let error = try #require(throws: BlueprintError.self) { try PortalSite(blueprint, addresses: Self.addresses) }
        #expect(error.source == "Fixtures/world/\(damage.file)")
        #expect(error.keyPath == damage.keyPath)
        #expect(error.suggestion == damage.suggestion)
    }
}
