internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalTransport

extension Mutant {
    /// Clients that fall into traps of the portal's protocol.
    static let traps: [Mutant] = [
        Mutant(
            "forget-format", "does not ask for JSON, and reads a page",
            from: "developers.arcgis.com/rest/users-groups-and-items/common-parameters (f)", breaks: ["C01"],
            because: ["refused.format", "wire.order: query.f", "final.reason", "wire.missing"],
            wire: { _ in
                Rewriting { request in
                    request.with { $0.url = request.url.replacing("&f=json", with: "").replacing("f=json", with: "") }
                }
            }),
        Mutant(
            "status-only", "looks at the HTTP status alone, and takes an error in a 200 for a document",
            from: "github.com/Esri/developer-support/issues/345", breaks: ["T38"],
            because: ["final.reason", "wire.missing", "events.order"],
            wire: { _ in Misreading { $0.status == 200 && $0.envelopeCode != nil ? .json("{}") : $0 } }),
        Mutant(
            "details-must-be-array", "cannot read an error whose details are a text, null or absent",
            from: "github.com/Esri/arcgis-python-api/issues/1058", breaks: ["T38"],
            because: ["final.reason", "wire.missing", "events.order"],
            isPartial: true,
            wire: { _ in
                Misreading { answer in
                    guard let error = answer.document?["error"], error["details"]?.array == nil else { return answer }
                    return .json("{\"a\":")
                }
            }),
        Mutant(
            "code-must-be-number", "cannot read an error whose code is a text",
            from: "github.com/Esri/arcgis-rest-js/pull/484", breaks: ["T38"],
            because: ["final.reason", "wire.missing", "events.order"],
            isPartial: true,
            wire: { _ in
                Misreading { answer in
                    guard let document = answer.document,
                        (document["error"]?["code"] ?? document["code"])?.string != nil
                    else { return answer }
                    return .json("{\"a\":")
                }
            }),
        Mutant(
            "denied-is-final", "takes a denial to an anonymous user for a refusal, and does not ask the user",
            from: "github.com/ynunokawa/L.esri.WebMap/issues/76", breaks: ["R10"],
            because: ["final.reason", "wire.missing: info"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    request.tokenText == nil && answer.envelopeCode == 403 ? .error(500) : answer
                }
            }),
        Mutant(
            "nobody-is-an-error", "takes a portal that names no user for one that failed",
            from: "developers.arcgis.com/rest/users-groups-and-items/portal-self (user)", breaks: ["C01"],
            because: ["final.reason", "final.status"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.path.hasSuffix("/portals/self"), let document = answer.document,
                        document["user"] == nil, answer.envelopeCode == nil
                    else { return answer }
                    return .json("{\"a\":")
                }
            }),
        Mutant(
            "fall-back-to-anonymous", "asks again without the token that was refused, and says nothing",
            from: "the arcgis package of PyPI 2.4.4 (arcgis.gis)", breaks: ["R8"],
            because: ["token.repeated", "refused.token-missing", "wire.unexpected", "wire.order: carries no token"],
            wire: { _ in FallingBack() }),
        Mutant(
            "expires-is-seconds", "takes the expiry of a token for seconds",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (expires)", breaks: ["R7"],
            because: ["refused.token-expired", "wire.order: carries token#1"],
            wire: { _ in MisreadingTokens(.takesSeconds) }),
        Mutant(
            "renew-every-time", "asks for a token anew before every request",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (expires)", breaks: ["R7"],
            because: ["wire.order: operation is generateToken"], wire: { _ in MisreadingTokens(.expiresAtOnce) }),
        Mutant(
            "expires-in-is-minutes", "takes the lifetime of an OAuth token for minutes",
            from: "RFC 6749 §5.1 (expires_in)", breaks: ["R7"],
            because: ["refused.token-expired", "wire.order: carries token#1"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.isGrant, var document = answer.document,
                        let seconds = document["expires_in"]?.integer
                    else { return answer }
                    document["expires_in"] = .integer(seconds * 60)
                    return .json(document.text())
                }
            }),
        Mutant(
            "expiration-in-seconds", "asks for the lifetime of a token in seconds",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (expiration)", breaks: ["T45"],
            because: ["wire.order: form.expiration is"],
            isPartial: true,
            wire: { _ in
                Rewriting { request in
                    guard request.isGenerate, let minutes = request.field("expiration").flatMap(Int.init) else {
                        return request
                    }
                    return request.settingField("expiration", "\(minutes * 60)")
                }
            }),
        Mutant(
            "token-type-required", "refuses tokens whose answer names no type",
            from: "RFC 6749 §5.1 (token_type); developers.arcgis.com/rest/users-groups-and-items/token",
            breaks: ["O01"],
            because: ["wire.missing", "client: challenge came", "final.reason"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    request.isGrant && answer.document?["token_type"] == nil ? .json("{}") : answer
                }
            }),
        Mutant(
            "exchange-without-redirect", "exchanges a refresh token without the redirect URI",
            from: "developers.arcgis.com/rest/users-groups-and-items/token (exchange_refresh_token)", breaks: ["O11"],
            because: ["refused.redirect-uri", "wire.order: form.redirect_uri is absent"],
            wire: { _ in
                Rewriting { $0.isGrant("exchange_refresh_token") ? $0.withoutFields("redirect_uri") : $0 }
            }),
        Mutant(
            "secret-as-basic", "sends a client secret as Basic, which portals do not read",
            from: "RFC 6749 §2.3.1; developers.arcgis.com/rest/users-groups-and-items/token (client_secret)",
            breaks: ["O18"], because: ["secret.in-header", "wire.order: secret"],
            wire: { _ in Rewriting { $0.withSecretAsBasic } }),
        Mutant(
            "zero-based-start", "counts the results of a search from 0",
            from: "developers.arcgis.com/rest/users-groups-and-items/search (start)", breaks: ["C24"],
            because: ["wire.order: query.start is 0"],
            wire: { _ in
                Rewriting { request in
                    request.with {
                        for start in [21, 11, 1] {
                            $0.url = $0.url.replacing("start=\(start)&", with: "start=\(start - 1)&")
                        }
                    }
                }
            }),
        Mutant(
            "thumbnail-folder-for-users", "looks for the image of a user in a folder, as items have one",
            from: "developers.arcgis.com/rest/users-groups-and-items/user (thumbnail)", breaks: ["C22"],
            because: ["refused.path", "wire.order: community"],
            wire: { _ in
                Rewriting { request in
                    guard request.path.contains("/community/users/") else { return request }
                    return request.with { $0.url = request.url.replacing("/info/", with: "/info/thumbnail/") }
                }
            }),
        Mutant(
            "guess-token-service", "knows of no token service but `tokens/generateToken`",
            from: "github.com/Esri/arcgis-rest-js/issues/174", breaks: ["R4"],
            because: ["refused.path", "wire.order: path is"],
            wire: { _ in
                Rewriting { request in
                    guard let range = request.bare.ranges(of: "/tokens/").last, request.form.contains("password=")
                    else {
                        return request
                    }
                    return request.with { $0.url = request.bare[..<range.upperBound] + "generateToken" }
                }
            }),
        Mutant(
            "requestip-token", "asks for a token of its address, and sends a referer with it",
            from: "github.com/geolens-io/geolens/pull/1750", breaks: ["R6"],
            because: ["wire.order: form.client is requestip"],
            wire: { _ in Rewriting { $0.isGenerate ? $0.settingField("client", "requestip") : $0 } }),
        Mutant(
            "remember-portal", "takes what the portal said of itself first for what it says after sign-out",
            from: "github.com/Esri/data-collection-ios/issues/119", breaks: ["L07"],
            because: ["wire.missing: portals/self"],
            wire: { _ in RememberingPortal() }),
    ]
}
