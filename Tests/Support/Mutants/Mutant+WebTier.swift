internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with Basic and Digest.
    static let webTier: [Mutant] = [
        Mutant(
            "drop-credentials", "takes HTTP credentials off every request",
            from: "RFC 9110 §11.6.2", breaks: ["R15"],
            because: [
                "refused.credentials-missing",
                "wire.order: carries no HTTP credentials", "client: basic challenge",
                "events.order: http-authentication",
            ],
            wire: { _ in Rewriting { $0.httpCredentials == nil ? $0 : $0.without("Authorization") } }),
        Mutant(
            "bare-first", "asks without HTTP credentials before every request that has some",
            from: "RFC 7617 §2.2; RFC 7616 §3.6", breaks: ["R15"],
            because: ["refused.credentials-missing", "wire.order: carries no HTTP credentials"],
            wire: { _ in AskFirst { $0.bareFirst } }),
        Mutant(
            "resend-refused-login", "sends refused HTTP credentials once more",
            from: "RFC 9110 §11.6.1", breaks: ["R12"],
            because: [
                "digest.count-repeated", "credential.repeated", "wire.unexpected: basic=",
                "wire.order: credentials are wrong",
            ],
            wire: { _ in ResendRefusedLogin() }),
        Mutant(
            "keep-first-login", "goes on sending the first HTTP credentials, whatever is answered later",
            from: "RFC 9110 §15.5.2", breaks: ["R15"],
            because: ["credential.repeated", "refused.credentials-wrong", "client: basic challenge"],
            wire: { _ in KeepingCredentials(.keepsFirst) }),
        Mutant(
            "credentials-spread", "sends a web tier's credentials to every other host",
            from: "RFC 9110 §11.6.2", breaks: ["R19"],
            because: ["wire.order: no HTTP credentials expected"],
            wire: { _ in KeepingCredentials(.spreads) }),
        Mutant(
            "credentials-to-every-port", "sends a web tier's credentials to every other port of its host",
            from: "RFC 9110 §11.5; RFC 6454 §4", breaks: ["R19"],
            because: ["wire.order: no HTTP credentials expected"],
            isPartial: true,
            wire: { _ in KeepingCredentials(.spreadsOnHost) }),
        Mutant(
            "replay-digest", "sends one Digest answer with every request",
            from: "RFC 7616 §3.4 (nc)", breaks: ["R16"],
            because: ["refused.digest-uri", "digest.count-repeated", "wire.order: digest credentials are malformed"],
            wire: { _ in KeepingCredentials(.replaysDigest) }),
        Mutant(
            "mangled-basic", "encodes only letters of a Basic password",
            from: "RFC 7617 §2.1", breaks: ["N07"],
            because: ["refused.credentials-wrong", "client: basic challenge"],
            wire: { _ in Rewriting { $0.withMangledBasic } }),
        Mutant(
            "basic-for-urls", "writes a Basic pair in the alphabet of base 64 that is for URLs",
            from: "RFC 7617 §2; RFC 4648 §5", breaks: ["N07"],
            because: ["refused.credentials-malformed", "client: basic challenge"],
            isPartial: true,
            wire: { _ in Rewriting { $0.withBasicForURLs } }),
        Mutant(
            "token-in-authorization", "puts the token in the place of the web tier's credentials",
            from:
                "developers.arcgis.com/documentation/security-and-authentication/reference/http-authorization-headers",
            breaks: ["R3"],
            because: ["refused.credentials-missing", "wire.order: token in authorizationHeader"],
            wire: { _ in Rewriting { $0.withTokenInAuthorization } }),
        Mutant(
            "drop-body-with-credentials", "sends HTTP credentials without the request's body",
            from: "github.com/curl/curl/blob/master/docs/libcurl/opts/CURLOPT_HTTPAUTH.md", breaks: ["R15"],
            because: ["refused.credentials-wrong", "wire.order: form.text is absent"],
            wire: { _ in
                Rewriting { request in request.httpCredentials == nil ? request : request.with { $0.body = [] } }
            }),
        Mutant(
            "wrong-digest-response", "computes another response than it should",
            from: "RFC 7616 §3.4.1", breaks: ["R16"],
            because: ["refused.credentials-wrong", "wire.order: digest credentials are"],
            wire: { _ in
                Rewriting { $0.changingDigest { $0.replacing("response", by: String(repeating: "0", count: 32)) } }
            }),
        Mutant(
            "decimal-nonce-count", "writes the nonce count in decimal digits",
            from: "RFC 7616 §3.4 (nc)", breaks: ["R16"],
            because: ["digest.count-skipped", "refused.credentials-wrong"],
            wire: { _ in Rewriting { $0.changingDigest(\.countingInDecimal) } }),
        Mutant(
            "decoded-digest-uri", "decodes the target that a Digest answer covers",
            from: "RFC 7616 §3.4 (uri); RFC 9112 §3.2", breaks: ["R16"],
            because: ["refused.digest-uri"],
            wire: { _ in Rewriting { $0.changingDigest(\.withDecodedTarget) } }),
        Mutant(
            "drop-opaque", "leaves the opaque value out of a Digest answer",
            from: "RFC 7616 §3.4", breaks: ["R16"],
            because: ["refused.credentials-malformed", "client: digest challenge"],
            wire: { _ in Rewriting { $0.changingDigest { $0.filter { $0.name != "opaque" } } } }),
        Mutant(
            "unescaped-quotes", "escapes nothing in a Digest answer",
            from: "RFC 9110 §5.6.4", breaks: ["R16"],
            because: ["refused.credentials-malformed", "client: digest challenge"],
            wire: { _ in Rewriting { $0.changingCredentials { $0.replacing("\\", with: "") } } }),
        Mutant(
            "invented-nonce-count", "answers a Digest challenge without qop as if it had one",
            from: "RFC 7616 §3.4 (qop, nc)", breaks: ["R16"],
            because: ["refused.credentials-malformed", "wire.order: qop is auth"],
            wire: { _ in
                Rewriting { $0.changingCredentials { $0 + ", qop=auth, nc=00000001, cnonce=\"0a4f113b\"" } }
            }),
        Mutant(
            "first-digest-only", "knows only the first challenge of a 401",
            from: "RFC 7616 §3.7; github.com/curl/curl/blob/curl-7_88_1/lib/http.c", breaks: ["R16"],
            because: ["wire.order: algorithm is MD5", "wire.missing: algorithm="],
            wire: { _ in MisreadingChallenges { Array($0.prefix(1)) } }),
        Mutant(
            "last-digest-only", "knows only the last challenge of a 401",
            from: "RFC 7616 §3.7", breaks: ["R16"],
            because: ["wire.order: algorithm is MD5"],
            wire: { _ in MisreadingChallenges { Array($0.suffix(1)) } }),
        Mutant(
            "stale-is-wrong", "takes a stale nonce for a wrong password",
            from: "RFC 7616 §3.3 (stale)", breaks: ["R16"],
            because: ["wire.missing: digest=", "client: digest challenge"],
            wire: { _ in MisreadingChallenges { $0.map { $0.replacing("stale", by: "false") } } }),
        Mutant(
            "prefer-auth-int", "answers auth-int where auth is offered too",
            from: "RFC 7616 §3.4.3", breaks: ["N20"],
            because: ["wire.order: qop is auth-int"],
            wire: { _ in MisreadingChallenges { $0.map(\.preferringProtection) } }),
        Mutant(
            "one-realm", "takes every realm of a host for the first",
            from: "RFC 9110 §11.5", breaks: ["N25"],
            because: [
                "refused.credentials-unasked", "refused.credentials-wrong", "wire.order: user is alice",
                "wire.order: realm",
            ],
            wire: { _ in OneRealm() }),
        Mutant(
            "ignore-nextnonce", "does not use the nonce that comes with an answer",
            from: "RFC 7616 §3.5", breaks: ["N16"],
            because: ["wire.order: nonce is nonce#1"],
            wire: { _ in Misreading { $0.without("Authentication-Info") } }),
        Mutant(
            "bare-401-is-a-challenge", "takes a 401 without a scheme for a question for Basic",
            from: "RFC 9110 §15.5.2", breaks: ["R15"],
            because: ["client: basic challenge"],
            wire: { _ in Misreading { $0.asBasicChallenge } }),
        Mutant(
            "insecure-basic", "sends Basic over plain HTTP",
            from: "RFC 7617 §4", breaks: ["R15"],
            because: ["final.reason"],
            app: { $0.policy = { $0.allowsInsecureBasic = true } }),
        Mutant(
            "endless-stale", "follows stale nonces for long",
            from: "RFC 7616 §3.3; github.com/curl/curl/blob/curl-7_88_1/lib/vauth/digest.c", breaks: ["R16"],
            because: ["digest.stale-loop", "wire.unexpected: digest="],
            app: { $0.policy = { $0.maxStaleRetries = 40 } }),
        Mutant(
            "reject-gives-up", "ends the request where a protection space is rejected",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit (Authenticator)", breaks: ["R14"],
            because: ["wire.missing: portals/self"],
            app: { app in
                app.answers.network = { answer, _ in
                    guard case .rejectProtectionSpace = answer else { return answer }
                    return .withoutCredential
                }
            }),
    ]
}
