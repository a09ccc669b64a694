import HTTPAuthentication
import PortalScenarios
import PortalTransport

/// A client fault that scenarios must catch, by the name that scenario files use.
enum PlantedFault {
    /// The options of a run in which the fault is planted; nil where no such fault is known.
    static func options(_ name: String) -> RunOptions? {
        var options = RunOptions()
        options.jobs = 4
        if let fault = appFaults[name] {
            options.appFaults = fault
            return options
        }
        guard let make = wireFaults[name] else { return nil }
        options.transportWrapper = { transport, facts in FaultyTransport(transport, make(facts)) }
        return options
    }

    static var names: [String] { (Array(appFaults.keys) + Array(wireFaults.keys)).sorted() }

    private static let appFaults: [String: AppFaults] = [
        "prompt-twice": .promptTwice, "ignore-cancel": .ignoreCancel, "no-load": .noLoad,
        "never-shut-down": .neverShutDown, "consent-skipped": .consentAlways, "stale-load": .loadAgain,
        "report-other-reason": .reportOtherReason, "keep-loading": .keepLoading,
        "insecure-basic": .insecureBasic, "endless-stale": .endlessStale, "one-attempt-more": .oneAttemptMore,
        "without-is-cancel": .withoutIsCancel, "reject-gives-up": .rejectGivesUp, "skip-import": .skipImport,
        "import-overwrites": .importOverwrites, "import-keeps-old": .importKeepsOld,
        "forget-identities": .forgetIdentities, "keep-removed-identity": .keepRemovedIdentity,
        "swallow-warning": .swallowWarning, "open-key-files": .openKeyFiles,
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
        // trust
        "accept-any-certificate": { _ in AcceptAny(onlyAfterFailure: false) },
        "retry-insecurely": { _ in AcceptAny(onlyAfterFailure: true) },
        "trust-spreads": { _ in ChangingTrust(.spreads) },
        "trust-forgives-all": { _ in ChangingTrust(.forgivesAll) },
        "forget-trust": { _ in ChangingTrust(.forgets) },
        "forget-authorities": { _ in ChangingTrust(.forgetsAuthorities) },
        "keep-revoked-trust": { _ in ChangingTrust(.keeps) },
    ]
}
