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
