import JSONValues
import MockPortalServer
import TestFolders
import Testing

/// A QGIS without a window that a Python program drives (qgis.org › PyQGIS).
enum QGISPeer {
    /// What lets it in, as its authentication manager keeps it: a method and the method's words.
    struct Credential {
        let method: String
        let words: [String: String]
    }

    /// Runs a program, which finds `services`, `source(path, …)` and `features(layer)`, and leaves a JSON value in `said`.
    static func run(_ program: String, _ fake: FakePortal, _ credential: Credential? = nil) async throws -> JSONValue {
        let python = try #require(Peers.qgisPython)
        let told: JSONValue = [
            "authority": .string(fake.authority), "services": .string(fake.service("")),
            "method": credential.map { .string($0.method) } ?? .null,
            "words": .object((credential?.words ?? [:]).mapValues { .string($0) }),
        ]
        let home = fake.folder.path
        let run = try await ForeignClient.run(
            python, ["-c", prelude + program + "\nprint(json.dumps(said))"],
            environment: ["QT_QPA_PLATFORM=offscreen", "HOME=\(home)", "TMPDIR=\(home)", "XDG_RUNTIME_DIR=\(home)"],
            input: told.text())
        try #require(run.code == 0, "\(run.errors)")
        // It writes words of its own too.
        return try JSONValue(parsing: String(run.output.split(separator: "\n").last ?? ""))
    }

    private static let prelude = #"""
        import json, sys
        from qgis.core import *
        from qgis.PyQt.QtCore import QSize
        from qgis.PyQt.QtGui import QColor
        from qgis.PyQt.QtNetwork import QSslCertificate

        told = json.load(sys.stdin)
        services = told["services"]
        app = QgsApplication([], False)
        app.initQgis()
        manager = QgsApplication.authManager()
        assert manager.setMasterPassword("of this run", True)
        assert manager.storeCertAuthorities(QSslCertificate.fromPath(told["authority"]))
        manager.initSslCaches(); manager.rebuildCaCertsCache(); manager.rebuildTrustedCaCertsCache()
        kept = QgsAuthMethodConfig(told["method"] or "")
        if told["method"]:
            kept.setName("of this run")
            for name, value in told["words"].items(): kept.setConfig(name, value)
            assert manager.storeAuthenticationConfig(kept)

        def source(path, **more):
            words = {"url": services + path, "crs": "EPSG:4326"} | more
            return (f"authcfg={kept.id()} " if told["method"] else "") + " ".join(f"{name}='{value}'" for name, value in words.items())

        def vector(path): return QgsVectorLayer(source(path), "layer", "arcgisfeatureserver")

        def ids(layer, *request): return [feature["OBJECTID"] for feature in layer.getFeatures(*request)]

        def painted(layer, side=256):
            "How many of the pixels are not the background."
            settings = QgsMapSettings()
            settings.setLayers([layer]); settings.setDestinationCrs(layer.crs()); settings.setExtent(layer.extent())
            settings.setOutputSize(QSize(side, side)); settings.setBackgroundColor(QColor(255, 255, 255))
            job = QgsMapRendererSequentialJob(settings)
            job.start(); job.waitForFinished()
            image = job.renderedImage()
            return 0 if layer.extent().isEmpty() or image.isNull() else sum(image.pixelColor(x, y) != QColor(255, 255, 255) for x in range(side) for y in range(side))

        """#
}
