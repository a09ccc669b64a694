internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with certificates of their own.
    static let clientCertificates: [Mutant] = [
        Mutant(
            "offer-no-identity", "shows no certificate, whatever is chosen",
            from: "github.com/R-ArcGIS/arcgislayers/issues/162", breaks: ["R18"],
            because: [
                "refused.certificate-missing",
                "wire.missing: identity=", "wire.order: shows no client certificate",
                "client: clientCertificate challenge", "client: identity portal question",
            ],
            wire: { _ in ChangingIdentity(.offersNone) }),
        Mutant(
            "keep-first-identity", "goes on showing the first certificate, whatever is chosen later",
            from: "RFC 8446 §4.6.1", breaks: ["R18"],
            because: ["identity.unchosen"],
            wire: { _ in ChangingIdentity(.keepsFirst) }),
        Mutant(
            "identity-to-stranger", "shows the certificate that was chosen for one host to every other",
            from: "RFC 8446 §4.4.2", breaks: ["R18"],
            because: ["identity.unchosen"],
            wire: { _ in ChangingIdentity(.spreads) }),
        Mutant(
            "identity-to-every-port",
            "shows the certificate that was chosen for a portal to every other port of its host",
            from: "RFC 6454 §4; RFC 8446 §4.4.2", breaks: ["R18"],
            because: ["identity.unchosen"],
            isPartial: true,
            wire: { _ in ChangingIdentity(.spreadsOnHost) }),
        Mutant(
            "identity-anyway", "shows a certificate that was not chosen",
            from: "github.com/Esri/arcgis-maps-sdk-dotnet-samples/issues/232", breaks: ["R18"],
            because: ["identity.unchosen"],
            wire: { facts in ChangingIdentity(.anyway(facts.identity("alice"))) }),
        Mutant(
            "missing-certificate-is-reset", "takes a missing or refused certificate for a reset and sends again",
            from: "RFC 8446 §6.2 (certificate_required)", breaks: ["R21"],
            because: ["handshake.unexpected", "client: certificate", "wire.missing"],
            wire: { _ in MisreadingRefusal(.reset) }),
        Mutant(
            "client-certificate-as-trust", "takes the refusal of its certificate for a fault of the server's",
            from: "github.com/Esri/arcgis-maps-sdk-dotnet-toolkit/issues/116", breaks: ["R17"],
            because: ["client: serverTrust challenge", "final.reason"],
            wire: { _ in MisreadingRefusal(.serverTrust) }),
        Mutant(
            "identities-not-filtered", "takes every server for one that accepts any issuer",
            from: "RFC 8446 §4.2.4 (certificate_authorities)", breaks: ["R18"],
            because: ["final.issuers", "final.candidates"],
            wire: { _ in MisreadingRefusal(.anyIssuer) }),
        Mutant(
            "web-tier-refusal-as-token-required", "takes the refusal of its certificate for a question for a token",
            from: "github.com/Esri/ago-assistant/issues/227", breaks: ["R15"],
            because: ["client: token challenge"],
            wire: { _ in Misreading { $0.status == 403 ? .error(499) : $0 } }),
        Mutant(
            "leak-key-to-log", "writes the key of its certificate into the log",
            from: "RFC 7292 §1", breaks: ["R23"],
            because: ["secret.in-output"],
            wire: { facts in LeakKey(facts: facts) }),
        Mutant(
            "skip-import", "imports nothing and says that it did",
            from: "RFC 7292 §4", breaks: ["P01"],
            because: ["final.identities", "final.candidates"],
            app: { app in
                app.identities.importFile = { _, _ in }
                app.identities.add = { _, _ in }
            }),
        Mutant(
            "import-overwrites", "replaces an identity though it was not to",
            from: "RFC 7292 §4", breaks: ["P05"],
            because: ["final.reason"],
            app: { app in
                app.identities.importFile = { store, file throws(IdentityImportError) in
                    try file.add(to: store, overwrites: true)
                }
            }),
        Mutant(
            "import-keeps-old", "leaves an identity as it is and says that it was replaced",
            from: "RFC 7292 §4", breaks: ["P06"],
            because: ["final.identities"],
            app: { app in
                app.identities.importFile = { store, file throws(IdentityImportError) in
                    do throws(IdentityImportError) {
                        try file.add(to: store, overwrites: false)
                    } catch {
                        guard error.code == .duplicateIdentity else { throw error }
                    }
                }
            }),
        Mutant(
            "forget-identities", "begins with an empty store of identities after a restart",
            from: "github.com/Esri/ago-assistant/issues/288", breaks: ["P28"],
            because: ["client: clientCertificate challenge", "client: identity portal question"],
            app: { $0.identities.folder = { $0 + "-anew" } }),
        Mutant(
            "keep-removed-identity", "keeps an identity, and its connections, that is removed",
            from: "RFC 8446 §4.6.1", breaks: ["P29"],
            because: ["wire.order: shows the certificate of"],
            app: { $0.identities.remove = { _, _ in } }),
        Mutant(
            "open-key-files", "lets everybody read the files of identities",
            from: "pubs.opengroup.org/onlinepubs/9799919799/functions/chmod.html", breaks: ["P32"],
            because: ["final.keyFiles"],
            app: { app in
                app.identities.importFile = { store, file throws(IdentityImportError) in
                    try file.add(to: store, overwrites: file.overwrites)
                    FileModes.open(everythingIn: file.storePath)
                }
            }),
    ]
}
