import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge

@testable import PortalSimulator

/// What holds for the decoder of blueprints, whatever document it is given; the fuzzer and the tests ask the same.
enum BlueprintProperties {
    /// The first property that a blueprint breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let document = try? JSONValue(parsing: bytes) else { return nil }
        do {
            let blueprint = try Blueprint(decoding: document, fixtures: .embedded, source: "fuzz.json")
            _ = try blueprint.overlaid(with: ["summary": "again"], source: "again")
            let probe = try SiteProbe(blueprint)
            for target in ["/portal/sharing/rest/portals/self?f=json", "/server/rest/info?f=json", "/"] {
                let status = probe.send("GET", target).status
                guard (200...599).contains(status) else { return "a status of \(status) for \(target)" }
            }
        } catch {
            guard let mistake = error as? BlueprintError else { return "an error of another kind: \(error)" }
            guard !mistake.problem.isEmpty else { return "an error without words" }
            guard mistake.description.utf8.count < 20_000 else { return "an error that is too long to read" }
        }
        return nil
    }
}
