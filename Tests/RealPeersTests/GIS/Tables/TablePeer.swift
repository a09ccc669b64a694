import JSONValues
import MockPortalServer
import TestFolders
import Testing

/// A Python with the clients that read layers into tables of pandas and geopandas (`.ci/pin`, geopandas).
enum TablePeer {
    /// Runs a program, which finds `services`, `portal` and `told`, and leaves a JSON value in `said`.
    static func run(_ program: String, _ fake: FakePortal, _ told: JSONValue = [:]) async throws -> JSONValue {
        let folder = try #require(Peers.folder(fromPyPI: "geopandas"))
        // pyogrio, requests and the standard library each read a variable of their own.
        let trust = ["GDAL_CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"].map { "\($0)=\(fake.authority)" }
        let run = try await ForeignClient.run(
            "python3", ["-c", prelude + program + "\nprint(json.dumps(said))"],
            environment: ["PYTHONPATH=\(folder)", "OPENBLAS_NUM_THREADS=1"] + trust,
            input: (["services": .string(fake.service("")), "portal": .string(fake.portal.url), "told": told]
                as JSONValue)
                .text())
        try #require(run.code == 0, "\(run.errors)")
        // Progress and remarks come before.
        return try JSONValue(parsing: String(run.output.split(separator: "\n").last ?? ""))
    }

    private static let prelude = #"""
        import json, sys, warnings
        warnings.simplefilter("ignore")
        heard = json.load(sys.stdin)
        services, portal, told = heard["services"], heard["portal"], heard["told"]
        trees = services + "Hosted/Trees/FeatureServer/0"

        def refusal(work):
            try: work()
            except Exception as error: return str(error)

        """#
}
