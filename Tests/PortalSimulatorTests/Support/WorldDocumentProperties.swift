import FixtureFiles
import HTTPSemantics
import JSONValues

@testable import PortalSimulator

/// What holds for the documents of a world, whatever one of them says; the fuzzer and the tests ask the same.
///
/// The first line of an input names the document, as `items.json`, the rest is its text; the others are those of a small world.
enum WorldDocumentProperties {
    /// The first property that a document breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        var files = SmallWorld.files
        files[String(decoding: bytes[..<end], as: UTF8.self)] = Array(bytes[end...].dropFirst())
        do {
            let fixtures = FixtureTree.embedded.replacing("Fixtures/world", with: files)
            let probe = try SiteProbe(Blueprint.preset("anonymous", fixtures: fixtures))
            return violation(of: probe)
        } catch {
            guard let mistake = error as? BlueprintError else { return "an error of another kind: \(error)" }
            guard !mistake.problem.isEmpty else { return "an error without words" }
            guard mistake.source.hasPrefix("Fixtures/world/") else { return "an error that names no document" }
            return mistake.description.utf8.count < 20_000 ? nil : "an error that is too long to read"
        }
    }

    /// A world that passed its check answers whatever it is asked.
    private static func violation(of probe: SiteProbe) -> String? {
        let token = probe.site.accounts.first.flatMap { account in
            try? probe.site.issueToken(for: account.username, lifetime: nil, referer: nil, at: probe.time).token
                .reveal { $0 }
        }
        for path in portalPaths {
            if let violation = violation(of: probe.get(path, token: token), path) { return violation }
        }
        for name in probe.site.content.serviceNames.prefix(3) {
            for path in servicePaths {
                let path = "rest/services/\(PercentEncoding.encode(name))/\(path)"
                if let violation = violation(of: probe.server(path, token: token), path) { return violation }
            }
        }
        return nil
    }

    private static let portalPaths = [
        "portals/self", "community/self", "community/users/alice", "community/groups?q=*", "community/users?q=*",
        "content/users/alice", "search?q=*&sortField=created", "search?q=title:a*&bbox=-180,-90,180,90",
        "content/items/\(SmallWorld.item)", "content/items/\(SmallWorld.item)/data",
        "content/items/\(SmallWorld.item)/groups",
    ]
    private static let servicePaths = [
        "FeatureServer", "MapServer", "FeatureServer/layers", "FeatureServer/0", "FeatureServer/0/query?where=1=1",
        "MapServer/export?size=32,32", "MapServer/legend", "MapServer/tile/0/0/0",
        "MapServer/identify?geometry=0,0&geometryType=esriGeometryPoint&tolerance=9&imageDisplay=9,9,96&mapExtent=0,0,9,9",
        "FeatureServer/0/queryAttachments",
    ]

    private static func violation(of outcome: SiteProbe.Outcome, _ path: String) -> String? {
        guard (100...599).contains(outcome.status) else { return "a status of \(outcome.status) for \(path)" }
        let type = outcome.header("Content-Type") ?? ""
        guard
            !type.hasPrefix("application/json") || (try? JSONValue(parsing: outcome.body)) != nil
                || outcome.body.isEmpty
        else { return "no JSON text for \(path)" }
        return outcome.code == 500 ? "a world that was checked fails at \(path)" : nil
    }
}

/// A world of one user, one group, one item and one service.
enum SmallWorld {
    static let item = "3a900000000000000000000000000001"

    static let files: [String: [UInt8]] = [
        "accounts.json": #"["alice"]"#,
        "organizations.json":
            #"{"version": {"currentVersion": "1"}, "general": {"portalName": "P"}, "organizations": [{"everybody": {"id": "cItYGiS000000001", "name": "City", "portalName": "C", "access": "public"}, "members": {}}]}"#,
        "users.json":
            #"{"users": [{"profile": {"username": "alice", "thumbnail": null}, "personal": {"access": "org", "orgId": "cItYGiS000000001", "privileges": []}}]}"#,
        "groups.json":
            #"{"groups": [{"group": {"id": "b0a70000000000000000000000000001", "title": "Maps", "owner": "alice", "access": "public", "orgId": "cItYGiS000000001"}}]}"#,
        "items.json":
            #"{"items": [{"item": {"id": "3a900000000000000000000000000001", "title": "A", "type": "Map", "owner": "alice", "access": "public"}}]}"#,
        "services/Roads.json":
            #"{"orgId": "cItYGiS000000001", "cached": true, "MapServer": {}, "FeatureServer": {}, "layers": [{"layer": {"id": 0, "name": "Roads"}, "data": "roads.geojson"}]}"#,
        "files/services/roads.geojson":
            #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": 1, "properties": {"NAME": "A"}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}]}"#,
    ].mapValues { Array($0.utf8) }
}
