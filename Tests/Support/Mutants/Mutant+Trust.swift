internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with certificates of servers.
    static let trust: [Mutant] = [
        Mutant(
            "accept-any-certificate", "lets every certificate pass",
            from: "github.com/Esri/arcgis-python-api/issues/1349", breaks: ["R17"],
            because: ["trust.verification-off", "wire.unexpected", "client: clientCertificate challenge"],
            wire: { _ in AcceptAny(onlyAfterFailure: false) }),
        Mutant(
            "retry-insecurely", "repeats a request without verification after a refused certificate",
            from: "github.com/Esri/arcgis-python-api/issues/1284", breaks: ["R17"],
            because: ["trust.verification-off"],
            wire: { _ in AcceptAny(onlyAfterFailure: true) }),
        Mutant(
            "trust-spreads", "extends trust in one host to all",
            from: "github.com/Esri/ArcREST/issues/51", breaks: ["R17"],
            because: ["trust.verification-off"],
            wire: { _ in ChangingTrust(.spreads) }),
        Mutant(
            "trust-forgives-all", "lets trust in a host forgive every defect of its certificate",
            from: "RFC 9525 §6", breaks: ["R17"],
            because: ["trust.verification-off", "wire.unexpected"],
            wire: { _ in ChangingTrust(.forgivesAll) }),
        Mutant(
            "forget-trust", "forgets grants as soon as they were given",
            from: "github.com/DOI-BLM/requests-arcgis-auth/issues/17", breaks: ["R17"],
            because: ["client: serverTrust challenge", "wire.missing", "client: trust portal question"],
            wire: { _ in ChangingTrust(.forgets) }),
        Mutant(
            "forget-authorities", "forgets the authorities that were added",
            from: "github.com/Esri/arcgis-python-api/issues/1888", breaks: ["R17"],
            because: ["wire.missing"],
            wire: { _ in ChangingTrust(.forgetsAuthorities) }),
        Mutant(
            "keep-revoked-trust", "goes on trusting a host, and using its connections, once the grant was taken back",
            from: "RFC 8446 §4.6.1", breaks: ["R17"],
            because: ["wire.order: same connection", "wire.unexpected"],
            wire: { _ in ChangingTrust(.keeps) }),
        Mutant(
            "handshake-as-trust", "asks for trust where no TLS could be spoken",
            from: "RFC 8446 §6.2 (protocol_version)", breaks: ["S22"],
            because: ["final.reason"],
            wire: { _ in MisreadingFailures(.trust) }),
        Mutant(
            "retry-handshakes", "tries a handshake that failed once more",
            from: "RFC 8446 §6.2 (protocol_version)", breaks: ["R21"],
            because: ["handshake.unexpected", "wire.unexpected"],
            wire: { _ in MisreadingFailures(.passing) }),
        Mutant(
            "trust-one-port", "trusts a host of the list on the portal's port only",
            from: "RFC 9110 §4.3.3", breaks: ["S10"],
            because: ["wire.missing"],
            wire: { facts in ChangingTrust(.onePort(Origin(ofURL: facts.portalURL)?.port)) }),
        Mutant(
            "name-for-address", "asks for a host by name where its address was given",
            from: "RFC 9525 §3.3 (IP-ID)", breaks: ["S27"],
            because: ["wire.missing"],
            wire: { _ in
                Rewriting { request in
                    request.with {
                        $0.url = request.url.replacing("://127.0.0.1", with: "://localhost", maxReplacements: 1)
                    }
                }
            }),
        Mutant(
            "swallow-warning",
            "gives no warning of an identity that has expired, or of a server's certificate that changed",
            from: "github.com/Esri/arcgis-python-api/issues/1770", breaks: ["P17"],
            because: ["events.order"],
            app: { app in
                app.hears = { event in
                    switch event {
                    case .certificateChanged, .userChanged, .clearedWithoutRevoking, .credentialUpdated,
                        .identityExpired:
                        false
                    default: true
                    }
                }
            }),
    ]
}
