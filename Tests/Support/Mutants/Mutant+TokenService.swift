internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with token services.
    static let tokenService: [Mutant] = [
        Mutant(
            "password-in-query", "puts user name and password into the query as well",
            from:
                "developers.arcgis.com/rest/users-groups-and-items/generate-token (Portal 10.7 and later refuse credentials in a URL)",
            breaks: ["R5"],
            because: ["secret.in-url"],
            wire: { _ in Rewriting { $0.isGenerate ? $0.copyingFormToQuery : $0 } }),
        Mutant(
            "get-generate-token", "asks for tokens by GET",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (10.3 and later refuse GET)",
            breaks: ["R5"],
            because: ["secret.in-url"],
            wire: { _ in Rewriting { $0.isGenerate ? $0.asGet : $0 } }),
        Mutant(
            "mangled-password", "decodes a `+` in the password as a blank",
            from: "RFC 3986 §2.1", breaks: ["R5"],
            because: ["refused.password-wrong", "wire.order: the password is not"],
            wire: { _ in Rewriting { $0.isGenerate ? $0.withUnescapedForm : $0 } }),
        Mutant(
            "lower-case-username", "writes user names in lower case",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (user names are case-sensitive)",
            breaks: ["T29"],
            because: ["refused.password-wrong", "wire.order: user is alice"],
            wire: { _ in Rewriting { $0.isGenerate ? $0.withLowerCaseUser : $0 } }),
        Mutant(
            "lower-case-password", "writes passwords in lower case",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (passwords are case-sensitive)",
            breaks: ["C36"],
            because: ["refused.password-wrong", "wire.order: the password is", "wire.order: form.password is"],
            wire: { _ in Rewriting { $0.isGenerate ? $0.withLowerCasePassword : $0 } }),
        Mutant(
            "default-lifetime", "asks for 60 minutes, whatever it is told",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (expiration)", breaks: ["T45"],
            because: ["wire.order: form.expiration is"],
            wire: { _ in
                Rewriting { request in
                    guard request.isGenerate, let minutes = request.field("expiration").map({ "expiration=\($0)" })
                    else {
                        return request.isGenerate
                            ? request.with { $0.body = ($0.body ?? []) + "&expiration=60".utf8 } : request
                    }
                    return request.with { $0.body = Array(request.form.replacing(minutes, with: "expiration=60").utf8) }
                }
            }),
        Mutant(
            "drop-trailing-slash", "leaves out the slash at the end of a URL",
            from: "github.com/Esri/arcgis-rest-js/issues/174", breaks: ["R4"],
            because: ["wire.order: path is"],
            wire: { _ in
                Rewriting { request in
                    request.bare.hasSuffix("/")
                        ? request.with {
                            $0.url = String(request.bare.dropLast() + request.url.dropFirst(request.bare.count))
                        }
                        : request
                }
            }),
        Mutant(
            "double-generate", "asks for a token of its own for each request that waits for one",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/49", breaks: ["R25"],
            because: [
                "credential.repeated", "wire.order: operation is generateToken", "wire.unexpected: generateToken",
            ],
            wire: { _ in Repeating { $0.isGenerate } }),
        Mutant(
            "resend-refused-credential", "sends a refused user name and password once more",
            from: "github.com/DOI-BLM/requests-arcgis-auth/issues/4", breaks: ["R12"],
            because: ["credential.repeated", "wire.unexpected: generateToken", "wire.order: the password is not"],
            wire: { _ in ResendRefused() }),
        Mutant(
            "poisoned-slot", "answers every later sign-in with the failure of the first",
            from: "github.com/Esri/arcgis-rest-js (ArcGISIdentityManager, _pendingTokenRequests)", breaks: ["R25"],
            because: ["wire.missing: generateToken"],
            wire: { _ in Remembering(keeps: { $0.envelopeCode != nil }) }),
        Mutant(
            "skip-discovery", "asks for a token without asking `info` where",
            from: "developers.arcgis.com/rest/services-reference/enterprise/server-info", breaks: ["R4"],
            because: ["wire.order: info"],
            wire: { _ in SkipDiscovery() }),
        Mutant(
            "always-discover", "asks `info` before a token is used, also where the token or its URL was given",
            from: "github.com/Esri/arcgis-rest-js/issues/174", breaks: ["R4"],
            because: ["wire.order: info"],
            wire: { _ in AskFirst { $0.carriesToken || $0.isGenerate ? $0.discovery : nil } }),
        Mutant(
            "discovery-must-answer", "gives up where `info` gives no document",
            from: "github.com/Esri/arcgis-rest-js/issues/485", breaks: ["R4"],
            because: ["wire.order: info"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    request.path.hasSuffix("/rest/info") && answer.document == nil ? HTTPResponse(status: 503) : answer
                }
            }),
        Mutant(
            "send-anonymously-first", "sends a bare `portals/self` before it signs in",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/issues/549", breaks: ["R3"],
            because: ["wire.order: operation is portals/self"],
            wire: { facts in
                AskFirst(once: true) { _ in HTTPRequest(url: facts.portalURL + "/sharing/rest/portals/self?f=json") }
            }),
        Mutant(
            "plain-http-first", "asks over plain HTTP before HTTPS",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (ssl)", breaks: ["R20"],
            because: ["secret.plain-http", "secret.foreign-origin", "wire.order: arrived at http"],
            wire: { facts in AskFirst { $0.onPlain(facts) } }),
        Mutant(
            "own-port-in-plain", "asks a port in plain before it speaks TLS there",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (ssl)", breaks: ["R20"],
            because: ["transport.plain-text", "handshake.unexpected"],
            wire: { _ in AskFirst { $0.url.hasPrefix("https:") ? $0.with(scheme: "http") : nil } }),
        Mutant(
            "try-tls-again", "tries TLS before every plain request, although nothing speaks it there",
            from: "RFC 8446 §5.1", breaks: ["Z20"],
            because: ["wire.order: operation is unknown", "wire.unexpected: unknown"],
            wire: { _ in AskFirst { $0.url.hasPrefix("http:") ? $0.with(scheme: "https") : nil } }),
        Mutant(
            "plain-after-all", "sends in plain whatever cannot be sent over TLS",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (HTTPS only)",
            breaks: ["R5", "R20"],
            because: ["secret.foreign-origin", "secret.plain-http", "wire.never: generateToken"],
            wire: { _ in GoingPlain() }),
        Mutant(
            "follow-insecure-token-url", "posts the password to a token service without HTTPS",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (HTTPS only)", breaks: ["R5"],
            because: ["secret.plain-http", "secret.foreign-origin"],
            wire: { _ in FollowInsecure() }),
        Mutant(
            "believe-claimed-owner", "hands the portal's token to the owner that a server claims",
            from: "github.com/Esri/arcgis-rest-js/issues/485", breaks: ["R26"],
            because: ["secret.foreign-origin"],
            wire: { _ in BelievingOwners() }),
        Mutant(
            "service-down-is-wrong-password", "takes a token service that is down for a wrong password",
            from: "github.com/Esri/arcgis-rest-js/issues/476", breaks: ["T46"],
            because: ["client: token challenge"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.isGenerate, answer.status == 503 else { return answer }
                    return .json(
                        "{\"error\":{\"code\":400,\"message\":\"Unable to generate token.\",\"details\":[\"Invalid username or password.\"]}}"
                    )
                }
            }),
        Mutant(
            "retry-token-request", "asks for a token once more where no document came",
            from: "enterprise.arcgis.com/en/server/latest/administer/windows/user-account-lockout-policy.htm",
            breaks: ["R21"],
            because: [
                "request.blind-repeat", "wire.unexpected: generateToken", "wire.order: operation is generateToken",
            ],
            wire: { _ in RetryingTokenRequests() }),
        Mutant(
            "lock-out-is-wrong-password", "takes a locked account for a wrong password",
            from: "enterprise.arcgis.com/en/server/latest/administer/windows/user-account-lockout-policy.htm",
            breaks: ["T27"],
            because: ["client: token challenge"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.isGenerate, answer.envelopeCode != nil else { return answer }
                    return .json(
                        "{\"error\":{\"code\":400,\"message\":\"Unable to generate token.\",\"details\":[\"Invalid username or password.\"]}}"
                    )
                }
            }),
    ]
}
