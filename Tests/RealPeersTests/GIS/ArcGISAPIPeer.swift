import JSONValues
import MockPortalServer
import TestFolders
import Testing

/// The ArcGIS API for Python (developers.arcgis.com/python), signed in as alice, which a Python program drives.
enum ArcGISAPIPeer {
    private static let start = #"""
        import json, sys, warnings
        warnings.simplefilter("ignore")
        from arcgis.features import FeatureLayer, FeatureLayerCollection
        from arcgis.gis import GIS

        told = json.load(sys.stdin)
        gis = GIS(told["portal"], "alice", told["password"], ca_bundles=told["authority"], use_gen_token=True)

        """#

    /// Runs a program, which finds `gis` and `told`, and leaves a JSON value in `said`.
    static func run(_ program: String, _ fake: FakePortal) async throws -> JSONValue {
        let folder = try #require(Peers.folder(fromPyPI: "arcgis"))
        let home = fake.folder.path
        let told: JSONValue = [
            "portal": .string(fake.portal.url), "authority": .string(fake.authority), "home": .string(home),
            "password": .string(try fake.password()), "layer": .string(fake.service("Inspections/FeatureServer/0")),
            "service": .string(fake.service("Inspections/FeatureServer")),
        ]
        let run = try await ForeignClient.run(
            "python3", ["-c", start + program + "\nprint(json.dumps(said))"],
            environment: ["PYTHONPATH=\(folder)", "HOME=\(home)", "TMPDIR=\(home)"], input: told.text())
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: String(run.output.split(separator: "\n").last ?? ""))
    }
}
