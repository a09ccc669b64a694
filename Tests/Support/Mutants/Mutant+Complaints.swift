internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport
internal import TLSIdentity

extension Mutant {
    /// Clients that do what users of real ones complain about, each a habit of its own.
    static let complaints: [Mutant] = [
        Mutant(
            "prefix-matched-origins", "takes another port, and a longer host, for the origin that begins alike",
            from: "github.com/Esri/arcgis-rest-js (ArcGISIdentityManager, domains matched by regular expression)",
            breaks: ["R26"], because: ["secret.foreign-origin"], wire: { _ in Carrying(.prefix) }),
        Mutant(
            "token-in-referer", "names the address with its token as referer",
            from: "github.com/geolens-io/geolens/issues/1746", breaks: ["R23"], because: ["secret.in-header"],
            wire: { _ in
                Rewriting { request in
                    guard let token = request.tokenText, !request.isGenerate else { return request }
                    return request.without("Referer").with {
                        $0.headers.append(HeaderField("Referer", "\(request.bare)?token=\(token)"))
                    }
                }
            }),
        Mutant(
            "token-as-bearer", "sends the portal's token as the web tier's",
            from:
                "developers.arcgis.com/documentation/security-and-authentication/reference/http-authorization-headers",
            breaks: ["R3"], because: ["refused.credentials-missing", "wire.order: token in authorizationHeader"],
            wire: { _ in
                Rewriting { request in
                    guard let value = request.headers.first(named: "X-Esri-Authorization") else { return request }
                    return request.without("X-Esri-Authorization").with {
                        $0.headers.append(HeaderField("Authorization", value))
                    }
                }
            }),
        Mutant(
            "token-for-documents-only", "sends the token with the catalogue and with no image or attachment",
            from: "github.com/Esri/esri-leaflet/issues/807; github.com/qgis/QGIS/issues/39822", breaks: ["R3"],
            because: ["refused.token-missing", "wire.order: carries no token"],
            wire: { _ in
                Rewriting { request in
                    ["/export", "/attachments/"].contains { request.path.contains($0) } ? request.withoutToken : request
                }
            }),
        Mutant(
            "referer-lost-on-replay", "leaves the referer out where a request is sent again",
            from: "github.com/qgis/QGIS/issues/55067", breaks: ["R6"],
            because: ["refused.token-referer", "wire.order: Referer is absent"],
            wire: { _ in LosingReferer() }),
        Mutant(
            "keep-cookies", "keeps the cookies of a session after the user signed out",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit/issues/1183", breaks: ["R24"],
            because: ["wire.order: header.cookie is"],
            wire: { _ in Carrying(.ownCookies) }),
        Mutant(
            "clear-when-revoked", "keeps everything where a token could not be revoked",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit/pull/1214", breaks: ["R24"],
            because: ["wire.order: carries token#1", "final.credentials"],
            app: { app in
                app.keeping.signOut = { environment in
                    let isRevoked = await environment.authentication.revokeOAuthTokens()
                    if isRevoked {
                        await environment.authentication.clearCredentialStores()
                    } else {
                        environment.core.events.emit(.signedOut)
                    }
                    return isRevoked
                }
            }),
        Mutant(
            "redirect-loses-form", "follows a redirect of a form without the form",
            from: "RFC 9110 §15.4.8; swift.org/documentation (FoundationNetworking, URLSession)", breaks: ["R19"],
            because: ["refused.method", "wire.order: method is GET"], wire: { _ in FollowingRedirects(.withoutForm) }),
        Mutant(
            "prefer-basic", "answers Basic where Digest is offered too",
            from: "RFC 7616 §3.7", breaks: ["R15"],
            because: ["wire.order: basic=alice", "wire.never", "wire.order: carries"],
            wire: { _ in
                MisreadingChallenges { challenges in
                    let basic = challenges.filter { $0.method == .basic }
                    return basic.isEmpty ? challenges : basic
                }
            }),
        Mutant(
            "digest-without-query", "leaves the query out of the address in a Digest answer",
            from: "RFC 7616 §3.4 (uri)", breaks: ["R16"],
            because: ["refused.digest-uri", "wire.order: digest credentials are"],
            wire: { _ in
                Rewriting { request in
                    request.changingDigest { parameters in
                        guard let uri = parameters.first(where: { $0.name == "uri" }) else { return parameters }
                        return parameters.replacing("uri", by: String(uri.value.prefix { $0 != "?" }))
                    }
                }
            }),
        Mutant(
            "ignore-host-name", "takes a certificate for another host",
            from: "github.com/Esri/arcgis-python-api/issues/1349; RFC 9525 §6", breaks: ["R17"],
            because: ["trust.verification-off"],
            wire: { _ in AcceptAny(onlyAfterFailure: false, tolerating: [.hostMismatch]) }),
        Mutant(
            "ignore-dates", "takes a certificate that has expired or is not valid yet",
            from: "github.com/Esri/ArcREST/issues/51; RFC 5280 §4.1.2.5", breaks: ["R17"],
            because: ["trust.verification-off"],
            wire: { _ in AcceptAny(onlyAfterFailure: false, tolerating: [.expired, .notYetValid]) }),
        Mutant(
            "ignore-purpose", "takes a certificate that is meant for clients",
            from: "RFC 5280 §4.2.1.12 (id-kp-serverAuth)", breaks: ["R17"], because: ["trust.verification-off"],
            wire: { _ in AcceptAny(onlyAfterFailure: false, tolerating: [.unsuitablePurpose]) }),
        Mutant(
            "verify-portal-only", "looks at the portal's certificate and at no other host's",
            from: "RFC 9110 §4.3.4", breaks: ["R17"], because: ["trust.verification-off"],
            wire: { facts in AcceptAny(onlyAfterFailure: false, sparing: Origin(ofURL: facts.portalURL)) }),
        Mutant(
            "trust-host-for-certificate", "extends trust in one certificate to every other that the host shows",
            from: "github.com/Esri/arcgis-python-api/issues/1770", breaks: ["R17"], because: ["trust.verification-off"],
            wire: { _ in ChangingTrust(.anyCertificate) }),
        Mutant(
            "retry-after-seconds-only", "does not read a `Retry-After` that is a date",
            from: "RFC 9110 §10.2.3, §5.6.7", breaks: ["R21"],
            because: ["request.too-early", "wire.order: ms after the one before"], isPartial: true,
            wire: { _ in
                Misreading { answer in
                    let value = answer.headers.first(named: "Retry-After") ?? ""
                    return value.utf8.contains(UInt8(ascii: ":")) ? answer.without("Retry-After") : answer
                }
            }),
        Mutant(
            "retry-after-in-milliseconds", "takes the seconds of `Retry-After` for milliseconds",
            from: "RFC 9110 §10.2.3", breaks: ["R21"],
            because: ["request.too-early", "wire.order: ms after the one before"],
            wire: { _ in
                Misreading { answer in
                    guard answer.headers.first(named: "Retry-After") != nil else { return answer }
                    var changed = answer.without("Retry-After")
                    changed.headers.append(HeaderField("Retry-After", "0"))
                    return changed
                }
            }),
    ]
}
