import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// The ArcGIS API for Python (developers.arcgis.com/python), which is proprietary: it is fetched only on request.
@Suite(.arcGISAPI) struct `The ArcGIS API for Python at the fake` {
    /// Signs in as it is told on its input, and prints what it then knows as one JSON object.
    private static let program = #"""
        import json, sys, warnings
        warnings.simplefilter("ignore")
        from arcgis.features import FeatureLayer
        from arcgis.gis import GIS

        told = json.load(sys.stdin)

        def attempt(work):
            try: return work()
            except Exception as error: return {"refused": str(error)}

        def names(path):
            layer = FeatureLayer(told["services"] + path, gis=gis)
            found = layer.query(where="CARS > 5000", out_fields="NAME,CARS", order_by_fields="CARS DESC")
            assert len(found.features) == layer.query(where="CARS > 5000", return_count_only=True)
            return [feature.attributes["NAME"] for feature in found.features]

        def trees():
            found = FeatureLayer(told["services"] + "Hosted/Trees/FeatureServer/0", gis=gis).query(where="1=1")
            return [len(found.features), len({feature.attributes["OBJECTID"] for feature in found.features})]

        try:
            gis = GIS(told["url"], ca_bundles=told["authority"], **told["signIn"])
        except Exception as error:
            print(json.dumps({"refused": str(error)}))
            sys.exit()
        me, item = gis.users.me, attempt(lambda: gis.content.get(told["item"]))
        print(json.dumps({
            "me": me and me.username, "fullName": me and me.fullName,
            "found": [found.id for found in gis.content.search("bus lines", item_type="Web Map")],
            "item": getattr(item, "title", None), "none": gis.content.get("0" * 32),
            "layers": attempt(lambda: [layer["title"] for layer in item.get_data()["operationalLayers"]]),
            "traffic": attempt(lambda: names("Traffic/FeatureServer/0")), "trees": attempt(trees),
        }))
        """#

    private static let busLines = "3a900000000000000000000000000004"

    private func run(_ fake: FakePortal, _ signIn: JSONValue) async throws -> JSONValue {
        let folder = try #require(Peers.folder(fromPyPI: "arcgis"))
        let told: JSONValue = [
            "url": .string(fake.portal.url), "authority": .string(fake.authority), "signIn": signIn,
            "services": .string(fake.service("")), "item": .string(Self.busLines),
        ]
        let home = fake.folder.path
        let run = try await ForeignClient.run(
            "python3", ["-c", Self.program],
            environment: ["PYTHONPATH=\(folder)", "HOME=\(home)", "TMPDIR=\(home)"], input: told.text())
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: String(run.output.split(separator: "\n").last ?? ""))
    }

    /// What everybody is told who may use everything.
    private func expect(_ said: JSONValue, user: JSONValue, fullName: JSONValue) {
        #expect(said["refused"] == nil, "\(said)")
        #expect(said["me"] == user && said["fullName"] == fullName)
        #expect(said["found"] == [.string(Self.busLines)])
        #expect(said["item"] == "Bus Lines" && said["none"] == .null)
        #expect(said["layers"] == ["Roads", "Traffic counts", "Bus lines for subscribers"])
        #expect(said["traffic"] == ["Ring West", "Main Street", "Station Way", "Bridge Road"], "\(said)")
        #expect(said["trees"] == [200, 200])
    }

    @Test func `a stranger sees what is public`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await run(fake, [:])
        #expect(said["me"] == .null && said["found"] == [.string(Self.busLines)] && said["item"] == "Bus Lines")
        #expect(said["traffic"]?["refused"]?.string?.contains("Token Required") == true, "\(said)")
        #expect(said["trees"] == [2345, 2345])
        let asked = fake.layerRequests.filter(\.asksForFeatures).flatMap(\.objectIDs)
        #expect(asked.sorted().elementsEqual(1...2345))
        #expect(fake.portal.journal().requests.allSatisfy { $0.presented.isEmpty })
        // One page of results is asked for once.
        #expect(fake.portal.journal().requests.filter { $0.operation == "search" }.count == 1)
    }

    struct Password: CustomTestStringConvertible, Sendable {
        let preset: String
        /// Whether it asks `generateToken`, and not the sign-in page.
        let generates: Bool
        var testDescription: String { generates ? "generateToken" : "the sign-in page" }
    }

    @Test(arguments: [Password(preset: "oauth", generates: false), Password(preset: "organization", generates: true)])
    func `a user name and a password sign in`(row: Password) async throws {
        let fake = try FakePortal(row.preset, ["secured": ["Traffic"]])
        defer { fake.portal.stop() }
        let signIn: JSONValue = [
            "username": "alice", "password": .string(try fake.password()), "use_gen_token": .bool(row.generates),
        ]
        expect(try await run(fake, signIn), user: "alice", fullName: "Alice Archer")
        let requests = fake.portal.journal().requests
        #expect(requests.contains { $0.operation == "generateToken" } == row.generates)
        #expect(requests.contains { $0.operation.contains("signin") } != row.generates)
        #expect(fake.layerRequests.allSatisfy { !$0.request.presented.isEmpty && $0.request.answer?.code == 200 })
        let wrong = try await run(
            fake, ["username": "alice", "password": "wrong", "use_gen_token": .bool(row.generates)])
        #expect(wrong["me"] == nil && wrong["refused"]?.string?.isEmpty == false, "\(wrong)")
    }

    @Test func `a token that was issued before signs in`() async throws {
        let fake = try FakePortal("organization", ["secured": ["Traffic"]])
        defer { fake.portal.stop() }
        // It sends this referer with every request.
        let token = try fake.portal.issueToken(for: "alice", referer: "http").token.reveal { $0 }
        expect(try await run(fake, ["token": .string(token)]), user: "alice", fullName: "Alice Archer")
        #expect(fake.layerRequests.allSatisfy { $0.request.presented.map(\.alias) == ["token#1"] })
    }

    @Test func `an API key opens its service and names no user`() async throws {
        let fake = try FakePortal("api-key")
        defer { fake.portal.stop() }
        let key = try #require(fake.portal.apiKeys["weather"]).reveal { $0 }
        expect(try await run(fake, ["api_key": .string(key)]), user: .null, fullName: .null)
        let traffic = fake.layerRequests.filter { $0.path.hasPrefix("Traffic") }
        #expect(!traffic.isEmpty)
        #expect(traffic.allSatisfy { $0.request.presented.map(\.alias) == ["key:weather"] })
    }

    @Test(arguments: ["PEM", "PKCS #12"]) func `a client certificate signs in`(form: String) async throws {
        let fake = try FakePortal("pki")
        defer { fake.portal.stop() }
        let signIn: JSONValue
        if form == "PEM" {
            let files = try fake.files(of: "alice")
            signIn = ["cert_file": .string(files.chain), "key_file": .string(files.key)]
        } else {
            let file = try fake.folder.write(try fake.portal.pkcs12(named: "alice"), as: "alice.p12", mode: 0o600)
            signIn = ["cert_file": .string(file), "password": .string(fake.portal.identityPassword.reveal { $0 })]
        }
        expect(try await run(fake, signIn), user: "alice", fullName: "Alice Archer")
        let identities = fake.portal.journal().connections.filter { $0.tls?.outcome == .completed }.map(\.tls?.identity)
        #expect(identities.contains("alice"))
    }
}
