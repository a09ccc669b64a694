internal import HTTPAuthentication
internal import JSONValues
package import PortalScenarios
internal import PortalTransport

/// A client fault that scenarios must catch, by the name that scenario files use.
package enum PlantedFault {
    /// The options of a run in which the fault is planted; nil where no such fault is known.
    package static func options(_ name: String) -> RunOptions? {
        var options = RunOptions()
        options.jobs = 4
        // What a fault lets wait for ever is caught by then.
        options.patience = .seconds(10)
        if let fault = appFaults[name] { options.appFaults = fault }
        // Some faults have two sides.
        if let make = wireFaults[name] {
            options.transportWrapper = { transport, facts in FaultyTransport(transport, make(facts)) }
        }
        if let fault = storeFaults[name] {
            options.storeWrapper = { store, folder in FaultyStore(fault, store, folder: folder) }
        }
        return names.contains(name) ? options : nil
    }

    package static var names: [String] { Set(appFaults.keys).union(wireFaults.keys).union(storeFaults.keys).sorted() }

    private static let storeFaults: [String: FaultyStore.Fault] = [
        "forget-store": .forgets, "plain-store": .plain, "open-store-files": .open, "delete-damaged-store": .deletes,
        "late-saves": .late,
    ]

    private static let appFaults: [String: AppFaults] = [
        "prompt-twice": .promptTwice, "ignore-cancel": .ignoreCancel, "no-load": .noLoad,
        "never-shut-down": .neverShutDown, "consent-skipped": .consentAlways, "stale-load": .loadAgain,
        "report-other-reason": .reportOtherReason, "keep-loading": .keepLoading,
        "insecure-basic": .insecureBasic, "endless-stale": .endlessStale, "one-attempt-more": .oneAttemptMore,
        "without-is-cancel": .withoutIsCancel, "reject-gives-up": .rejectGivesUp, "skip-import": .skipImport,
        "import-overwrites": .importOverwrites, "import-keeps-old": .importKeepsOld,
        "forget-identities": .forgetIdentities, "keep-removed-identity": .keepRemovedIdentity,
        "swallow-warning": .swallowWarning, "open-key-files": .openKeyFiles, "notify-twice": .observeTwice,
        "strip-line-breaks": .stripLineBreaks, "ask-suppressed": .askSuppressed, "send-empty-fields": .sendEmptyFields,
        "never-retry": .neverRetry, "retry-at-once": .retryAtOnce, "one-try-more": .oneTryMore,
        "wait-for-ever": .waitForEver, "cancel-all-waiters": .cancelAll, "ignore-sign-out": .ignoreSignOut,
        "last-answer-counts": .lastAnswerCounts, "keep-removed-credential": .keepRemovedCredential,
        "keep-handlers": .keepHandlers, "no-state": .noState, "constant-state": .constantState, "no-proof": .noProof,
        "plain-proof": .plainProof, "ignore-state": .ignoreState, "endless-patience": .endlessPatience,
        "browser-twice": .browserTwice, "first-configuration": .firstConfiguration, "forget-sign-in": .forgetSignIn,
        "constant-proof": .constantProof, "half-store": .halfStore, "swallow-store-events": .swallowStoreEvents,
        "misreport-revocation": .misreportRevocation, "any-callback": .anyCallback,
        "keys-everywhere": .keysEverywhere, "key-is-sign-in": .keyIsSignIn, "key-first": .keyFirst,
        "own-key-ignored": .ownKeyIgnored,
    ]

    private static let wireFaults: [String: @Sendable (WireFacts) -> any WireFault] = [
        // what a request carries
        "drop-token": { _ in Rewriting { $0.withoutToken } },
        "token-in-query": { _ in Rewriting { $0.tokenInQuery } },
        "send-token-anonymously": { _ in Rewriting { $0.withInventedToken } },
        "basic-authorization": { _ in Rewriting { $0.withBasicAuthorization } },
        "drop-referer": { _ in Rewriting { $0.without("Referer") } },
        "wrong-referer": { _ in Rewriting { $0.replacing("Referer", by: "https://elsewhere.test/") } },
        "password-in-query": { _ in Rewriting { $0.isGenerate ? $0.copyingFormToQuery : $0 } },
        "get-generate-token": { _ in Rewriting { $0.isGenerate ? $0.asGet : $0 } },
        "mangled-password": { _ in Rewriting { $0.isGenerate ? $0.withUnescapedForm : $0 } },
        "lower-case-username": { _ in Rewriting { $0.isGenerate ? $0.withLowerCaseUser : $0 } },
        "lower-case-path": { _ in Rewriting { $0.withLowerCasePath } },
        "drop-context": { facts in Rewriting { $0.withoutContext(of: facts.portalURL) } },
        "leak-to-log": { facts in
            Rewriting {
                facts.write("\($0.headers) \(String(decoding: $0.body ?? [], as: UTF8.self))"); return $0
            }
        },
        "leak-in-description": { facts in
            Rewriting {
                facts.write(String(decoding: $0.body ?? [], as: UTF8.self)); return $0
            }
        },
        // what an answer is taken for
        "ignore-498": { _ in Misreading { $0.envelopeCode == 498 || $0.status == 498 ? .json("{}") : $0 } },
        "treat-403-as-token-invalid": { _ in Misreading { $0.envelopeCode == 403 ? .error(498) : $0 } },
        // how often something is sent
        "duplicate-every-request": { _ in Repeating { _ in true } },
        "double-generate": { _ in Repeating { $0.isGenerate } },
        "resend-refused-credential": { _ in ResendRefused() },
        "renew-in-loop": { _ in RenewInLoop() },
        "never-renew": { _ in Remembering(keeps: { $0.envelopeCode == nil }) },
        "poisoned-slot": { _ in Remembering(keeps: { $0.envelopeCode != nil }) },
        // what is asked beforehand
        "skip-discovery": { _ in SkipDiscovery() },
        "always-discover": { _ in AskFirst { $0.carriesToken || $0.isGenerate ? $0.discovery : nil } },
        "send-anonymously-first": { facts in
            AskFirst(once: true) { _ in HTTPRequest(url: facts.portalURL + "/sharing/rest/portals/self?f=json") }
        },
        "plain-http-first": { facts in AskFirst { $0.onPlain(facts) } },
        "follow-insecure-token-url": { _ in FollowInsecure() },
        // what goes along with a redirect, and where that leads
        "token-to-stranger": { _ in Carrying(.token) },
        "referer-to-stranger": { _ in Carrying(.referer) },
        "cookies-to-stranger": { _ in Carrying(.cookies) },
        "referer-from-url": { _ in Carrying(.lastURL) },
        "repost-anywhere": { _ in FollowingRedirects(.reposts) },
        "follow-downgrade": { _ in FollowingRedirects(.downgrades) },
        "follow-blindly": { _ in FollowingRedirects(.blindly) },
        "follow-for-ever": { _ in FollowingRedirects(.forEver) },
        "follow-unfit-target": { _ in FollowingRedirects(.unfit) },
        "believe-claimed-owner": { _ in BelievingOwners() },
        // what an answer says
        "page-is-document": { _ in Misreading { $0.document == nil && $0.status == 200 ? .json("{}") : $0 } },
        "cut-is-whole": { _ in MisreadingFailures(.cut) },
        "invent-document": { _ in
            MisreadingAnswers { request, answer in
                guard answer.document == nil, answer.status == 200 else { return answer }
                return .json(request.isGenerate ? "{\"token\":\"invented-by-a-faulty-client\"}" : "{}")
            }
        },
        "failure-is-content": { _ in
            MisreadingAnswers { request, answer in
                guard answer.status == 404 || answer.envelopeCode != nil, !request.isGenerate else { return answer }
                return HTTPResponse(status: 200, headers: [HeaderField("Content-Type", "image/png")], body: [0x89])
            }
        },
        "discovery-must-answer": { _ in
            MisreadingAnswers { request, answer in
                request.path.hasSuffix("/rest/info") && answer.document == nil ? HTTPResponse(status: 503) : answer
            }
        },
        "refuse-unknown-members": { _ in
            Misreading { answer in
                guard answer.document?["newInTheNextRelease"] != nil else { return answer }
                return .json("{\"a\":")
            }
        },
        "first-page-only": { _ in
            Misreading { answer in
                guard var document = answer.document, document["nextStart"] != nil else { return answer }
                document["nextStart"] = -1
                return .json(document.text())
            }
        },
        // tokens
        "drop-trailing-slash": { _ in
            Rewriting { request in
                request.bare.hasSuffix("/")
                    ? request.with {
                        $0.url = String(request.bare.dropLast() + request.url.dropFirst(request.bare.count))
                    }
                    : request
            }
        },
        "changing-referer": { _ in
            Counting { request, number in request.replacing("Referer", by: "https://client.test/\(number)") }
        },
        "believe-asked-lifetime": { _ in MisreadingTokens(.believesRequest) },
        "invent-expiry": { _ in MisreadingTokens(.inventsExpiry) },
        "own-clock-only": { _ in Misreading { $0.without("Date") } },
        "default-lifetime": { _ in
            Rewriting { request in
                guard request.isGenerate, let minutes = request.field("expiration").map({ "expiration=\($0)" }) else {
                    return request.isGenerate
                        ? request.with { $0.body = ($0.body ?? []) + "&expiration=60".utf8 } : request
                }
                return request.with { $0.body = Array(request.form.replacing(minutes, with: "expiration=60").utf8) }
            }
        },
        "header-only": { _ in Rewriting { $0.withTokenInHeader } },
        "forget-carrier": { _ in AskFirst { $0.method == "POST" && !$0.isGenerate ? $0.withTokenInHeader : nil } },
        "mangled-token": { _ in Rewriting { $0.withMangledToken } },
        "forget-body-on-replay": { _ in
            Counting { request, _ in
                request.path.hasSuffix("/applyEdits") ? request.with { $0.body = Array("f=json".utf8) } : request
            }
        },
        "service-down-is-wrong-password": { _ in
            MisreadingAnswers { request, answer in
                guard request.isGenerate, answer.status == 503 else { return answer }
                return .json(
                    "{\"error\":{\"code\":400,\"message\":\"Unable to generate token.\",\"details\":[\"Invalid username or password.\"]}}"
                )
            }
        },
        "retry-token-request": { _ in RetryingTokenRequests() },
        "lock-out-is-wrong-password": { _ in
            MisreadingAnswers { request, answer in
                guard request.isGenerate, answer.envelopeCode != nil else { return answer }
                return .json(
                    "{\"error\":{\"code\":400,\"message\":\"Unable to generate token.\",\"details\":[\"Invalid username or password.\"]}}"
                )
            }
        },
        // HTTP credentials
        "drop-credentials": { _ in Rewriting { $0.httpCredentials == nil ? $0 : $0.without("Authorization") } },
        "bare-first": { _ in AskFirst { $0.bareFirst } },
        "resend-refused-login": { _ in ResendRefusedLogin() },
        "keep-first-login": { _ in KeepingCredentials(.keepsFirst) },
        "credentials-spread": { _ in KeepingCredentials(.spreads) },
        "replay-digest": { _ in KeepingCredentials(.replaysDigest) },
        "mangled-basic": { _ in Rewriting { $0.withMangledBasic } },
        "token-in-authorization": { _ in Rewriting { $0.withTokenInAuthorization } },
        "drop-body-with-credentials": { _ in
            Rewriting { request in request.httpCredentials == nil ? request : request.with { $0.body = [] } }
        },
        "wrong-digest-response": { _ in
            Rewriting { $0.changingDigest { $0.replacing("response", by: String(repeating: "0", count: 32)) } }
        },
        "drop-opaque": { _ in Rewriting { $0.changingDigest { $0.filter { $0.name != "opaque" } } } },
        "unescaped-quotes": { _ in Rewriting { $0.changingCredentials { $0.replacing("\\", with: "") } } },
        "invented-nonce-count": { _ in
            Rewriting { $0.changingCredentials { $0 + ", qop=auth, nc=00000001, cnonce=\"0a4f113b\"" } }
        },
        // what a 401 is taken for
        "first-digest-only": { _ in MisreadingChallenges { Array($0.prefix(1)) } },
        "last-digest-only": { _ in MisreadingChallenges { Array($0.suffix(1)) } },
        "stale-is-wrong": { _ in MisreadingChallenges { $0.map { $0.replacing("stale", by: "false") } } },
        "prefer-auth-int": { _ in MisreadingChallenges { $0.map(\.preferringProtection) } },
        "one-realm": { _ in OneRealm() },
        "ignore-nextnonce": { _ in Misreading { $0.without("Authentication-Info") } },
        "bare-401-is-a-challenge": { _ in Misreading { $0.asBasicChallenge } },
        // OAuth
        "constant-proof": { _ in
            // RFC 7636 appendix B.
            Rewriting { $0.settingField("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") }
        },
        "drop-verifier": { _ in Rewriting { $0.isGrant ? $0.withoutFields("code_verifier") : $0 } },
        "grant-in-query": { _ in Rewriting { $0.isGrant ? $0.copyingFormToQuery : $0 } },
        "resend-code": { _ in Repeating { $0.isGrant("authorization_code") } },
        "resend-refused-grant": { _ in ResendRefusedGrant() },
        "double-refresh": { _ in Repeating { $0.isGrant("refresh_token") } },
        "never-refresh": { _ in NeverRefreshing() },
        "never-exchange": { _ in
            Rewriting { request in
                guard request.isGrant("exchange_refresh_token") else { return request }
                return request.settingField("grant_type", "refresh_token").withoutFields("redirect_uri")
            }
        },
        "keep-old-refresh-token": { _ in
            MisreadingAnswers { request, answer in
                guard request.isGrant("exchange_refresh_token"), var document = answer.document else { return answer }
                document["refresh_token"] = nil
                return .json(document.text())
            }
        },
        "forget-revocation": { _ in ForgettingRevocations() },
        "revocation-always-works": { _ in
            MisreadingAnswers { request, answer in request.isRevocation ? .json("{\"success\":true}") : answer }
        },
        "ignore-oauth-error": { _ in
            MisreadingAnswers { request, answer in
                request.isGrant && answer.document?["access_token"] == nil ? .json("{}") : answer
            }
        },
        "page-is-token": { _ in
            MisreadingAnswers { request, answer in
                guard request.isGrant, answer.document == nil else { return answer }
                return .json("{\"access_token\":\"invented-by-a-faulty-client\",\"expires_in\":1800}")
            }
        },
        "keep-first-token": { _ in KeepingToken() },
        "drop-id-token": { _ in
            Rewriting { request in
                let field = request.headers.first(named: "Authorization")
                return field?.lowercased().hasPrefix("bearer ") == true ? request.without("Authorization") : request
            }
        },
        // client certificates
        "offer-no-identity": { _ in ChangingIdentity(.offersNone) },
        "keep-first-identity": { _ in ChangingIdentity(.keepsFirst) },
        "identity-to-stranger": { _ in ChangingIdentity(.spreads) },
        "identity-anyway": { facts in ChangingIdentity(.anyway(facts.identity("alice"))) },
        "missing-certificate-is-reset": { _ in MisreadingRefusal(.reset) },
        "client-certificate-as-trust": { _ in MisreadingRefusal(.serverTrust) },
        "identities-not-filtered": { _ in MisreadingRefusal(.anyIssuer) },
        "web-tier-refusal-as-token-required": { _ in Misreading { $0.status == 403 ? .error(499) : $0 } },
        "leak-key-to-log": { facts in LeakKey(facts: facts) },
        // a broken wire, a busy server
        "timeout-is-loss": { _ in
            ChangingFailures { request, error throws(TransportError) in
                guard error.code == .timedOut else { throw error }
                throw TransportError(
                    .connectionLost, url: request.bare, detail: "lost", mayHaveBeenSent: true, hasReceivedBytes: true)
            }
        },
        "loss-is-busy": { _ in
            ChangingFailures { _, error throws(TransportError) in
                guard error.code == .connectionLost else { throw error }
                return HTTPResponse(status: 503)
            }
        },
        "takes-half": { _ in
            ChangingFailures { _, error throws(TransportError) in
                guard error.code == .partialBody else { throw error }
                return .invented
            }
        },
        "blind-repeat": { _ in BlindRepeating() },
        "ignore-retry-after": { _ in Misreading { $0.without("Retry-After") } },
        "retry-envelope": { _ in Misreading { $0.envelopeCode == 500 ? HTTPResponse(status: 503) : $0 } },
        "takes-anything": { _ in Misreading { $0.document == nil || $0.status >= 400 ? .invented : $0 } },
        "plain-json-only": { _ in Misreading { $0.isPlainJSON ? $0 : .json("{\"a\":") } },
        "ignore-cancellation": { _ in IgnoringCancellation() },
        "never-keep-alive": { _ in NeverKeepingAlive() },
        "advertise-brotli": { _ in
            Rewriting { request in request.with { $0.headers.append(HeaderField("Accept-Encoding", "br")) } }
        },
        // trust
        "accept-any-certificate": { _ in AcceptAny(onlyAfterFailure: false) },
        "retry-insecurely": { _ in AcceptAny(onlyAfterFailure: true) },
        "trust-spreads": { _ in ChangingTrust(.spreads) },
        "trust-forgives-all": { _ in ChangingTrust(.forgivesAll) },
        "forget-trust": { _ in ChangingTrust(.forgets) },
        "forget-authorities": { _ in ChangingTrust(.forgetsAuthorities) },
        "keep-revoked-trust": { _ in ChangingTrust(.keeps) },
        "handshake-as-trust": { _ in MisreadingFailures(.trust) },
        "retry-handshakes": { _ in MisreadingFailures(.passing) },
        "trust-one-port": { facts in ChangingTrust(.onePort(Origin(ofURL: facts.portalURL)?.port)) },
        "name-for-address": { _ in
            Rewriting { request in
                request.with {
                    $0.url = request.url.replacing("://127.0.0.1", with: "://localhost", maxReplacements: 1)
                }
            }
        },
    ]
}
