import FixtureFiles
import Foundation
import HTTPSemantics
import JSONValues
import TestFolders
import Testing

@testable import PortalSimulator

@Suite struct `A folder of one's own` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func content(_ files: [String: String]) throws -> PortalContent {
        for (name, text) in files {
            let parent = name.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(parent)", withIntermediateDirectories: true)
            try folder.write(text, as: name)
        }
        return PortalContent(
            fixtures: try FixtureTree.embedded.covered(by: folder.path), addresses: `World documents`.addresses)
    }

    private static let trees = #"""
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "id": 1, "properties": {"SPECIES": "oak", "HEIGHT": 21.5},
           "geometry": {"type": "Point", "coordinates": [-117.2, 34.0]}}]}
        """#

    @Test func `adds what it names and leaves the rest as it was`() throws {
        let content = try content([
            "world/users.yaml": "users:\n  - profile: { username: rosa, fullName: Rosa Luchs }\n",
            "world/groups.json": #"{"groups": [{"group": {"title": "Wardens"}, "members": ["alice"]}]}"#,
            "world/items.yaml": "items:\n  - item: { title: Trees, type: Feature Service }\n",
            "world/services/Trees.geojson": Self.trees,
        ])
        try content.check()
        let rosa = try #require(try content.users().named("rosa"))
        let home = try content.organizations().own.id
        #expect(rosa.organization == home && rosa.access == .org && rosa.role == .publisher)
        #expect(rosa.profile["lastName"] == "Luchs" && rosa.personal["userType"] == "arcgisonly")
        #expect(try content.users().named("alice") != nil)
        #expect(try content.accountNames() == ["alice", "bob", "carol", "dana", "rosa"])
        let item = try #require(try content.items().all.last)
        #expect(item.owner == "rosa" && item.organization == home && item.access == .public)
        #expect(WorldDefaults.isIdentifier(item.id) && item.document["id"]?.string == item.id)
        let group = try #require(try content.groups().all.last)
        #expect(group.owner == "rosa" && group.organization == home && group.role(of: "alice") == "member")
        #expect(content.serviceNames.contains("Trees") && content.serviceNames.contains("Traffic"))
    }

    @Test func `an item that names groups and no access is theirs alone`() throws {
        let content = try content([
            "world/groups.yaml": "groups:\n  - group: { id: 7ee50000000000000000000000000001, title: Wardens }\n",
            "world/items.yaml": """
            items:
              - item: { title: Plan, type: Web Map }
                groups: [7ee50000000000000000000000000001]
              - item: { title: Sign, type: Web Map, access: public }
                groups: [7ee50000000000000000000000000001]
              - item: { id: 3a900000000000000000000000000001 }
                groups: [7ee50000000000000000000000000001]
            """,
        ])
        try content.check()
        let items = try content.items()
        #expect(items.all.first { $0.title == "Plan" }?.access == .shared)
        #expect(items.all.first { $0.title == "Plan" }?.document["access"] == "shared")
        #expect(items.all.first { $0.title == "Sign" }?.access == .public)
        // What lies over an item of the product changes what it says, and nothing else.
        #expect(items.withID("3a900000000000000000000000000001")?.access == .public)
    }

    @Test func `a slip of a key that a portal tells is told by the check alone`() throws {
        let content = try content([
            "world/users.yaml": "users:\n  - profile: { username: rosa, fulName: Rosa Luchs, shoeSize: 40 }\n",
            "world/items.yaml": "items:\n  - item: { title: Trees, type: Feature Service, acess: org, tag: [a] }\n",
        ])
        let told = DocumentMistakes.all { () throws(DocumentError) in try content.check() }
        #expect(
            told.map(\.keyPath).sorted() == ["items[0].item.acess", "items[0].item.tag", "users[0].profile.fulName"])
        #expect(told.map(\.suggestion).contains("access") && told.map(\.suggestion).contains("fullName"))
        #expect(throws: Never.self) { try self.content([:]).check() }
    }

    @Test func `what follows from a document that was not read is not told`() throws {
        let content = try content([
            "world/users.yaml": "users:\n  - profil: { username: rosa }\n  - profile: { username: viktor }\n",
            "world/groups.yaml": "groups:\n  - group: { title: Wardens, owner: rosa }\n    members: [rosa, viktor]\n",
        ])
        let told = DocumentMistakes.all { () throws(DocumentError) in try content.check() }
        #expect(told.map(\.keyPath).sorted() == ["users[0]", "users[0].profil"], "\(told)")
        #expect(told.allSatisfy { !$0.allowed.contains("") })
    }

    @Test func `a field of an unknown type, or that no feature has, is told with the nearest`() throws {
        func mistakes(_ field: String) throws -> [DocumentError] {
            let content = try content([
                "world/services/Park.yaml": "layers:\n  - data: oaks.geojson\n    layer: { fields: [\(field)] }\n",
                "world/services/oaks.geojson": Self.trees,
            ])
            return DocumentMistakes.all { () throws(DocumentError) in _ = try content.service("Park") }
        }
        let type = try mistakes("{ name: SPECIES, type: esriFieldTypeStrin }")
        #expect(type.map(\.keyPath) == ["layers[0].layer.fields[0].type"])
        #expect(type.first?.suggestion == "esriFieldTypeString")
        #expect(try mistakes("{ name: SPECIS, alias: Kind }").first?.problem.contains("Did you mean SPECIES?") == true)
        #expect(try mistakes("{ name: SPECIES, type: esriFieldTypeString }").isEmpty)
    }

    @Test func `a file of features alone is a service whose layer is made from it`() throws {
        let content = try content(["world/services/Park/Trees.geojson": Self.trees])
        let service = try #require(try content.service("Park/Trees"))
        let layer = try #require(service.layers.first)
        #expect(layer.id == 0 && layer.document["name"] == "Trees" && layer.isMadeFromData)
        #expect(layer.document["geometryType"] == "esriGeometryPoint")
        #expect(
            layer.document["fields"]?.array?.compactMap { $0["name"]?.string } == ["OBJECTID", "HEIGHT", "SPECIES"])
        #expect(service.featureServer != nil && service.mapServer != nil)
    }

    @Test func `data beside the document of a service are no service of their own`() throws {
        let content = try content([
            "world/services/Park.yaml": "layers:\n  - data: oaks.geojson\n    layer: { name: Oaks }\n",
            "world/services/oaks.geojson": Self.trees,
        ])
        #expect(content.serviceNames.contains("Park") && !content.serviceNames.contains("oaks"))
        #expect(try content.service("Park")?.layers.first?.document["name"] == "Oaks")
    }

    @Test func `an entry with a name that is there changes that one key by key`() throws {
        let content = try content([
            "world/users.yaml": "users:\n  - profile: { username: alice, fullName: Alice Adler }\n",
            "world/organizations.yaml": "organizations:\n  - everybody: { name: Park Office }\n",
        ])
        try content.check()
        let alice = try #require(try content.users().named("alice"))
        #expect(alice.profile["fullName"] == "Alice Adler" && alice.profile["lastName"] == "Archer")
        #expect(alice.personal["email"] == "alice@city.example" && alice.profile["thumbnail"] == "alice.png")
        let own = try content.organizations().own
        #expect(own.reduced["name"] == "Park Office" && own.reduced["urlKey"] == "city")
        #expect(try content.organizations().all.count == 2)
    }

    @Test func `all its mistakes are told, with the file that they stand in`() throws {
        let content = try content([
            "world/users.yaml":
                "users:\n  - profile: { usrname: rosa }\n  - profile: { username: ida }\n    folder: []\n",
            "world/items.yaml":
                "items:\n  - item: { title: A, type: Web Map, owner: alcie }\n    groups: [\(String(repeating: "0", count: 32))]\n  - item: { type: Web Map, access: pubic }\n",
            "world/services/Park.yaml": "layers:\n  - data: none.geojson\n",
        ])
        let found = DocumentMistakes.all { () throws(DocumentError) in try content.check() }
        let place = folder.path + "/world/"
        for (file, path, suggestion) in [
            ("users.yaml", "users[0].profile", nil), ("users.yaml", "users[1].folder", "folders"),
            ("items.yaml", "items[0].item.owner", "alice"), ("items.yaml", "items[0].groups[0]", nil),
            ("items.yaml", "items[1].item", nil), ("items.yaml", "items[1].item.access", "public"),
            ("services/Park.yaml", "layers[0].data", nil),
        ] as [(String, String, String?)] {
            let mistake = found.first { $0.source == place + file && $0.keyPath == path }
            #expect(mistake != nil, "\(file) \(path): \(found)")
            if let suggestion { #expect(mistake?.suggestion == suggestion) }
        }
        #expect(throws: DocumentError.self) { try content.check() }
    }

    @Test func `a preset of its own may stand on the one that it lies over`() throws {
        _ = try content(["presets/token.yaml": "preset: token\naccess: private\n"])
        let tree = try FixtureTree.embedded.covered(by: folder.path)
        let blueprint = try Blueprint.preset("token", fixtures: tree)
        #expect(blueprint.access == .private)
        #expect(blueprint.view == (try Blueprint.preset("token", fixtures: .embedded).view))
        #expect(tree.presetNames == FixtureTree.embedded.presetNames)
    }

    @Test func `two documents of one name are an error that names both`() throws {
        let error = #expect(throws: FixtureError.self) {
            try content(["world/items.yaml": "items: []\n", "world/items.json": #"{"items": []}"#])
        }
        #expect(error?.path == folder.path + "/world/items.yaml")
        #expect(error?.problem.contains(folder.path + "/world/items.json has the same name") == true)
    }

    @Test func `a folder in the place of a document is an error`() throws {
        let error = #expect(throws: FixtureError.self) {
            try content(["world/items.yaml/a.txt": "", "world/items.json": #"{"items": []}"#])
        }
        #expect(error?.description == "\(folder.path)/world/items.yaml: is a folder, and a document is a file")
    }

    @Test func `a link that leads out of it is an error, and one inside it is not`() throws {
        let other = try TemporaryFolder()
        let secret = try other.write("root: secret\n", as: "shadow")
        try other.write("{}", as: "a.json")
        _ = try content([
            "presets/own.yaml": "preset: token\n", "world/files/a.txt": "a", "world/files/real/b.txt": "b",
            "shared/c.yaml": "preset: pki\n",
        ])
        let links = [
            ("presets/inside.yaml", "own.yaml"), ("presets/shared.yaml", "../shared/c.yaml"),
            ("world/files/folder", "real"), ("presets/out.yaml", secret), ("world/files/pictures", other.path),
            ("scenarios", other.path),
        ]
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        }
        #expect(throws: FixtureError.self) { try FixtureTree.embedded.covered(by: folder.path) }
        // The folder that is named may be a link itself.
        let named = "\(other.path)/named"
        try FileManager.default.createSymbolicLink(atPath: named, withDestinationPath: folder.path)
        for path in [folder.path, named] {
            let tree = try FixtureTree.embedded.covered(byUnchecked: path)
            let faults = tree.faultsOfOwnFolder
            #expect(
                faults.map(\.path) == ["presets/out.yaml", "scenarios", "world/files/pictures"].map { "\(path)/\($0)" })
            #expect(faults.allSatisfy { $0.problem.hasPrefix("leads by a link to ") }, "\(faults)")
            let texts = ["presets/inside.yaml", "presets/shared.yaml", "world/files/folder/b.txt"].map { name in
                (try? tree.bytes(at: "Fixtures/" + name)).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(texts == ["preset: token\n", "preset: pki\n", "b"])
            for name in ["presets/out.yaml", "world/files/pictures/shadow", "scenarios/a.json"] {
                let error = #expect(throws: FixtureError.self) { try tree.bytes(at: "Fixtures/" + name) }
                #expect(error?.description.contains("which is not in \(path), and is not read; put a copy") == true)
            }
        }
    }

    @Test func `a link that leads out of a folder in the place of all files is an error`() throws {
        let other = try TemporaryFolder()
        let secret = try other.write("[]", as: "secret.json")
        _ = try content(["Fixtures/world/own.json": "{}"])
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/Fixtures/world/out.json", withDestinationPath: secret)
        let world = "\(folder.path)/Fixtures/world"
        for tree in [
            try FixtureTree.directory(folder.path), FixtureTree.embedded.replacing("Fixtures/world", with: world),
        ] {
            #expect(throws: Never.self) { try tree.bytes(at: "Fixtures/world/own.json") }
            #expect(throws: FixtureError.self) { try tree.bytes(at: "Fixtures/world/out.json") }
        }
    }

    @Test func `files of items may have any names`() throws {
        _ = try content(["world/files/items/a.json": "{}", "world/files/items/a.yaml": "", "world/files/b.json/c": ""])
    }

    @Test(arguments: ["world/services/Trees.geojson", "world/items.json", "world/files/services/Trees.csv"])
    func `a file that is too large is an error with its size and the limit`(_ name: String) throws {
        _ = try content([name: ""])
        // A hole takes no room on the disk.
        try #require(truncate("\(folder.path)/\(name)", (512 << 20) + 1) == 0)
        let words =
            "\(folder.path)/\(name): has 536870913 bytes, and a file of this kind is read up to 536870912 (512 MiB)"
        let error = #expect(throws: FixtureError.self) { try FixtureTree.embedded.covered(by: folder.path) }
        #expect(error?.description == words)
        let unchecked = try FixtureTree.embedded.covered(byUnchecked: folder.path)
        let path = "Fixtures/" + name
        let again = #expect(throws: FixtureError.self) { try unchecked.bytes(at: path) }
        #expect(again == error)
        if name.hasSuffix(".geojson") {
            let content = PortalContent(fixtures: unchecked, addresses: `World documents`.addresses)
            let mistake = #expect(throws: DocumentError.self) { try content.service("Trees") }
            #expect(mistake?.description == words)
        }
    }

    @Test func `a folder that is not there is told`() {
        #expect(throws: FixtureError.self) { try FixtureTree.embedded.covered(by: folder.path + "/none") }
    }
}
