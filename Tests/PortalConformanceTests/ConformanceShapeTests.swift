import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalConformance
import Testing

/// What of a portal is laid beside the fake's answers.
@Suite struct `Shapes of maps and servers` {
    private static let profile = """
        maps: {public: 3a900000000000000000000000000004, private: 3a900000000000000000000000000019}
        federatedService: {server}/rest/services/Traffic/FeatureServer
        """

    /// The differences, as `question: path kind`.
    private func differences(_ overlay: JSONValue) async throws -> [String] {
        let bench = try ConformanceBench("token", overlay)
        defer { bench.portal.stop() }
        return try await bench.report(["C01"], more: Self.profile).differences.map {
            "\($0.question): \($0.path) \($0.kind.rawValue)"
        }
    }

    @Test func `the fake's own have none`() async throws { #expect(try await differences([:]).isEmpty) }

    @Test func `names of members that are secrets are not told`() async throws {
        let secret = "s3cretMember"
        let bench = try ConformanceBench(
            "token", ["answers": [ConformanceCase.json("server/info", ["token": .string(secret), secret: "x"])]])
        defer { bench.portal.stop() }
        let report = try await bench.report(["C01"], more: Self.profile)
        #expect(report.differences.contains { $0.path == "***" }, "\(report.differences)")
        let told = try report.differenceLines(atMost: 1000).joined() + report.learned()
        #expect(!told.contains(secret))
    }

    @Test func `what is learned hides nothing`() async throws {
        let bench = try ConformanceBench(
            "token", ["answers": [ConformanceCase.json("server/info", ["a\u{202E}b\u{9B}": "x"])]])
        defer { bench.portal.stop() }
        let learned = try await bench.report(["C01"], more: Self.profile).learned()
        #expect(learned.contains(#"a\u202eb\u009b"#), "\(learned)")
        #expect(!learned.unicodeScalars.contains { $0 != "\n" && VisibleText.isHidden($0) })
    }

    @Test func `servers, maps and layers are compared`() async throws {
        let found = try await differences([
            "answers": [
                ConformanceCase.json("portals/self/servers", ["servers": [["id": 1, "name": "a"]]]),
                ConformanceCase.json(
                    "server/info", ["authInfo": ["isTokenBasedSecurity": true], "owningSystemUrl": ["a"]]),
                ConformanceCase.json(
                    "content/items/3a900000000000000000000000000004/data",
                    [
                        "baseMap": ["title": "Base", "baseMapLayers": []],
                        "operationalLayers": [
                            [
                                "id": "a", "title": "Roads", "layerType": "ArcGISMapServiceLayer",
                                "url": "{{server}}/rest/services/Roads/MapServer",
                            ]
                        ],
                    ]),
                ConformanceCase.json("Roads", ["mapName": 7]),
            ]
        ])
        for wanted in [
            "portals/self/servers (member): servers[].url missingInPortal",
            "portals/self/servers (member): servers[].id type", "rest/info (federated): owningSystemUrl type",
            "content/items/{id}/data (public map): spatialReference missingInPortal",
            "a map's layer (ArcGISMapServiceLayer): mapName type",
        ] {
            #expect(found.contains(wanted), "\(wanted) is not in \(found)")
        }
    }

    @Test func `what the web tier's user asks without a token is compared with no stranger's`() async throws {
        let bench = try ConformanceBench("digest")
        defer { bench.portal.stop() }
        let done = try await bench.report(["C01"], more: Self.profile, asWebTier: true)
        let open = ["content/items/{id} (missing", "content/items/{id}/data (public map"]
        #expect(
            done.differences.allSatisfy { difference in !open.contains { difference.question.hasPrefix($0) } },
            "\(done.differences)")
    }

    @Test(arguments: ["basic", "digest", "pki"])
    func `what the web tier's user may see is laid beside what the fake's member may see`(
        preset: String
    ) async throws {
        let bench = try ConformanceBench(preset)
        defer { bench.portal.stop() }
        let items = "items: {public: 3a900000000000000000000000000001, private: 3a900000000000000000000000000017}"
        let isPKI = preset == "pki"
        let done = try await bench.report(
            ["C01"], more: "\(Self.profile)\n\(items)", identity: isPKI ? "alice" : nil, asWebTier: !isPKI)
        #expect(!done.differences.contains { $0.kind == .code }, "\(done.differences)")
    }

    @Test func `whom the web tier names is compared as a member`() async throws {
        let bench = try ConformanceBench("basic")
        defer { bench.portal.stop() }
        let done = try await bench.report(["C01"], asWebTier: true)
        #expect(done.differences.allSatisfy { !$0.question.contains("stranger") }, "\(done.differences)")
        #expect(done.differences.allSatisfy { !$0.path.hasPrefix("user") }, "\(done.differences)")
        #expect(done.preset == "organization")
    }
}
