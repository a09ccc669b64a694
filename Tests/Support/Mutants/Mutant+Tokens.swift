internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with tokens.
    static let tokens: [Mutant] = [
        Mutant(
            "drop-token", "takes the token off every request",
            from: "github.com/qgis/QGIS/issues/39822", breaks: ["R3"],
            because: ["refused.token-missing", "wire.order: carries no token"],
            wire: { _ in Rewriting { $0.withoutToken } }),
        Mutant(
            "token-in-query", "moves the token into the query",
            from: "github.com/Esri/esri-leaflet/issues/1415", breaks: ["R3", "R23"],
            because: ["secret.in-url"],
            wire: { _ in Rewriting { $0.tokenInQuery } }),
        Mutant(
            "send-token-anonymously", "sends a token with anonymous requests too",
            from: "github.com/Esri/arcgis-rest-js/issues/594", breaks: ["R3"],
            because: ["wire.order: no token expected"],
            wire: { _ in Rewriting { $0.withInventedToken } }),
        Mutant(
            "basic-authorization", "sends user name and password of a token request as Basic besides",
            from: "github.com/EsriPS/arcgis-assistant-feedback/issues/40", breaks: ["R5", "R15"],
            because: ["secret.in-header"],
            wire: { _ in Rewriting { $0.withBasicAuthorization } }),
        Mutant(
            "drop-referer", "sends no `Referer`",
            from: "github.com/qgis/QGIS/issues/55067", breaks: ["R6"],
            because: ["refused.token-referer", "wire.order: Referer is absent"],
            wire: { _ in Rewriting { $0.without("Referer") } }),
        Mutant(
            "wrong-referer", "sends another `Referer` than its own",
            from: "github.com/Esri/arcgis-powershell-dsc/issues/464", breaks: ["R6"],
            because: ["refused.token-referer", "wire.order: Referer is"],
            wire: { _ in Rewriting { $0.replacing("Referer", by: "https://elsewhere.test/") } }),
        Mutant(
            "changing-referer", "sends another `Referer` with every request",
            from: "github.com/davetimmins/Anywhere.ArcGIS/issues/41", breaks: ["R6"],
            because: ["refused.token-referer", "wire.order: Referer is"],
            wire: { _ in
                Counting { request, number in request.replacing("Referer", by: "https://client.test/\(number)") }
            }),
        Mutant(
            "ignore-498", "takes a refusal of the token for success",
            from: "github.com/Esri/arcgis-rest-js/issues/473", breaks: ["R8"],
            because: ["token.repeated", "final.reason", "wire.missing"],
            wire: { _ in Misreading { $0.envelopeCode == 498 || $0.status == 498 ? .json("{}") : $0 } }),
        Mutant(
            "treat-403-as-token-invalid", "renews the token where access was denied",
            from: "github.com/Esri/arcgis-rest-js/issues/953", breaks: ["R10"],
            because: ["wire.unexpected: generateToken", "events.order: token-invalid"],
            wire: { _ in Misreading { $0.envelopeCode == 403 ? .error(498) : $0 } }),
        Mutant(
            "renew-in-loop", "renews and replays once more after the second refusal",
            from: "github.com/DOI-BLM/requests-arcgis-auth/issues/12", breaks: ["R8"],
            because: [
                "credential.repeated", "token.renewal-loop", "wire.order: generateToken",
                "wire.unexpected: generateToken",
            ],
            wire: { _ in RenewInLoop() }),
        Mutant(
            "never-renew", "uses the first token for ever",
            from: "github.com/Esri/arcgis-python-api/issues/1558", breaks: ["R8"],
            because: ["token.repeated", "refused.token-expired", "wire.order: carries token#1"],
            wire: { _ in Remembering(keeps: { $0.envelopeCode == nil }) }),
        Mutant(
            "believe-asked-lifetime", "takes a token to live as long as it was asked for",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (expires)", breaks: ["R7"],
            because: ["refused.token-expired", "wire.order: carries token#1"],
            wire: { _ in MisreadingTokens(.believesRequest) }),
        Mutant(
            "invent-expiry", "takes a token without an expiry to live for a minute",
            from: "github.com/Esri/arcgis-rest-js/issues/816", breaks: ["R7"],
            because: ["wire.order: operation is generateToken"],
            wire: { _ in MisreadingTokens(.inventsExpiry) }),
        Mutant(
            "own-clock-only", "reckons a token's lifetime by its own clock alone",
            from: "github.com/TerriaJS/terriajs/issues/3133", breaks: ["R7"],
            because: ["refused.token-expired", "wire.order: carries token#1"],
            wire: { _ in Misreading { $0.without("Date") } }),
        Mutant(
            "header-only", "sends the token in the header, whatever becomes of it",
            from: "github.com/qgis/QGIS/issues/47142", breaks: ["R9"],
            because: ["refused.token-carrier", "wire.order: token in esriHeader"],
            wire: { _ in Rewriting { $0.withTokenInHeader } }),
        Mutant(
            "forget-carrier", "tries the header first with every request, though it was taken away before",
            from: "github.com/qgis/QGIS/issues/47142", breaks: ["R9"],
            because: ["refused.token-carrier", "wire.order: token in esriHeader"],
            wire: { _ in AskFirst { $0.method == "POST" && !$0.isGenerate ? $0.withTokenInHeader : nil } }),
        Mutant(
            "mangled-token", "leaves the plus signs of a token unescaped, or takes them for blanks",
            from: "RFC 3986 §2.1; github.com/Esri/esri-leaflet/pull/811", breaks: ["R3"],
            because: ["refused.token-unknown", "wire.order: carries unknown"],
            wire: { _ in Rewriting { $0.withMangledToken } }),
        Mutant(
            "forget-body-on-replay", "sends a form without its fields",
            from: "github.com/Esri/arcgis-python-api/issues/1752", breaks: ["R8"],
            because: ["wire.order: form.adds is absent"],
            wire: { _ in
                Counting { request, _ in
                    request.path.hasSuffix("/applyEdits") ? request.with { $0.body = Array("f=json".utf8) } : request
                }
            }),
        Mutant(
            "lower-case-path", "writes the path of a URL in lower case",
            from: "github.com/Esri/arcgis-rest-js/blob/main/packages/arcgis-rest-request/src/utils/clean-url.ts",
            breaks: ["R2"],
            because: ["refused.path", "wire.order: path is"],
            wire: { _ in Rewriting { $0.withLowerCasePath } }),
        Mutant(
            "drop-context", "leaves the context out of the path: `/sharing/rest/…`",
            from: "github.com/Esri/arcgis-rest-js/issues/242", breaks: ["R2"],
            because: ["refused.path", "wire.order: operation is unknown", "secret.in-body"],
            wire: { facts in Rewriting { $0.withoutContext(of: facts.portalURL) } }),
        Mutant(
            "duplicate-every-request", "sends every request twice",
            from: "RFC 9110 §9.2.2", breaks: ["R21"],
            because: [
                "token.repeated", "credential.repeated", "request.blind-repeat", "wire.unexpected", "wire.order",
            ],
            wire: { _ in Repeating { _ in true } }),
        Mutant(
            "leak-to-log", "writes the token into the log",
            from: "github.com/geolens-io/geolens/issues/1746", breaks: ["R23"],
            because: ["secret.in-output"],
            wire: { facts in
                Rewriting {
                    facts.write("\($0.headers) \(String(decoding: $0.body ?? [], as: UTF8.self))"); return $0
                }
            }),
        Mutant(
            "leak-in-description", "shows the password in the printed form of a credential or error",
            from: "github.com/R-ArcGIS/arcgislayers/issues/71", breaks: ["R23"],
            because: ["secret.in-output"],
            wire: { facts in
                Rewriting {
                    facts.write(String(decoding: $0.body ?? [], as: UTF8.self)); return $0
                }
            }),
    ]
}
