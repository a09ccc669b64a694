extension Check {
    /// Every check, in the order in which its findings are reported: the first finding is the decisive one.
    ///
    /// First stands what no client may do, then a credential that went where the scenario forbids it, then what the portal knows of
    /// why it refused, then the nearest difference to what the scenario asks for, and last what follows from those.
    package static let all = secrecy + forbidden + misplaced + causes + repeated + crashes + wire + consequences

    /// What a client must not do with secrets and connections; it outweighs whatever else went wrong.
    private static let secrecy = [
        Check(
            "secrets",
            codes: [
                "secret.foreign-origin", "secret.plain-http", "secret.in-url", "secret.in-header", "secret.in-body",
                "secret.in-handshake",
                "secret.in-output", "secret.in-file", "secret.in-arguments",
                "secret.in-environment", "secret.in-temporary-file", "secret.in-events",
            ], holdsInPart: true,
            findings: { SecretsCheck($0.evidence, allowing: $0.expectation.allow).findings() }),
        Check(
            "token carriers", codes: ["secret.in-cookie"], holdsInPart: true,
            failures: { CarrierCheck.findings($0.evidence, $0.expectation) }),
        Check(
            "verification", codes: ["trust.verification-off"], holdsInPart: true,
            failures: { VerificationCheck.findings($0.evidence) }),
        Check(
            "identities", codes: ["identity.unchosen"], holdsInPart: true,
            failures: { IdentityCheck.findings($0.evidence) }),
        Check(
            "plain text", codes: ["transport.plain-text"], holdsInPart: true,
            failures: { PlainTextCheck.findings($0.evidence, allowing: $0.expectation.allow) }),
    ]

    /// What else is forbidden to every client in every scenario.
    private static let forbidden = [
        Check(
            "hosts", codes: ["host.wrong"], holdsInPart: true,
            failures: { HostCheck.findings($0.evidence) }),
        Check(
            "nonce count", codes: ["digest.count-repeated"], holdsInPart: true,
            failures: { NonceCountCheck.findings($0.evidence) }),
        Check(
            "skipped counts", codes: ["digest.count-skipped"], holdsInPart: false,
            failures: { SkippedCountCheck.findings($0.evidence) }),
        Check(
            "session keys", codes: ["digest.session-renewed"], holdsInPart: true,
            findings: { SessionKeyCheck.findings($0.evidence) }),
        Check(
            "authorization",
            codes: [
                "oauth.implicit", "oauth.no-pkce", "oauth.plain-pkce", "oauth.verifier-repeated", "oauth.no-state",
                "oauth.state-repeated", "oauth.weak-state",
            ], holdsInPart: true,
            findings: { AuthorizationCheck.findings($0.evidence, wantsCode: $0.expectation.wantsAuthorizationCode) }),
        Check(
            "codes", codes: ["oauth.code-repeated", "oauth.verifier-repeated", "oauth.weak-verifier"],
            holdsInPart: true, failures: { CodeCheck.findings($0.evidence) }),
        Check(
            "retries",
            codes: [
                "request.blind-repeat", "request.too-often", "request.too-early", "request.no-pause",
                "request.answered-repeat",
            ], holdsInPart: true,
            findings: { RetryCheck.findings($0.evidence, allowing: $0.expectation.allow) }),
        Check(
            "constants", codes: ["oauth.state-constant", "oauth.verifier-constant", "digest.cnonce-constant"],
            holdsInPart: true, findings: { ReuseCheck.findings($0.evidence) }),
    ]

    /// A credential, or any request to a host, that a scenario forbids: what is missing beside it follows from that.
    private static let misplaced = [
        Check(
            "credentials sent where they must not go", codes: ["wire.never", "secret.foreign-origin"],
            holdsInPart: true,
            failures: { $0.never(aboutCredentials: true) })
    ]

    /// What the portal knows of why it refused what was to be granted.
    private static let causes = [
        // A certificate that is in order and was refused explains why nothing more came.
        Check(
            "trust in good certificates", codes: ["trust.good-refused"], holdsInPart: false, explains: true,
            failures: { GoodCertificateCheck.findings($0.evidence, $0.expectation) }),
        Check(
            "unreported repetitions", codes: ["request.blind-repeat"], holdsInPart: false, explains: true,
            failures: { UnreportedRetryCheck.findings($0.evidence, $0.expectation) }),
        // Both are told beside what a scenario finds: how a server's version or an answer was taken for good explains the rest.
        Check(
            "obsolete TLS", codes: ["trust.obsolete-version"], holdsInPart: false, explains: true,
            failures: { ObsoleteTLSCheck.findings($0.evidence) }),
        Check(
            "client nonces", codes: ["digest.cnonce-empty"], holdsInPart: false, explains: true,
            failures: { ClientNonceCheck.findings($0.evidence) }),
        Check(
            "causes of refusals", codes: Journal.Cause.allCases.map { "refused.\($0.rawValue)" }, holdsInPart: false,
            explains: true, failures: { RefusalCauseCheck($0).findings() }),
    ]

    /// What was refused and is sent again; it stands behind the cause of a refusal that was not to be.
    private static let repeated = [
        Check(
            "repetition", codes: ["credential.repeated", "token.repeated"], holdsInPart: true,
            failures: { RepetitionCheck.findings($0.evidence, allowing: $0.expectation.allow) }),
        Check(
            "renewals", codes: ["oauth.refresh-repeated", "oauth.renewal-repeated"], holdsInPart: true,
            findings: { RefreshCheck.findings($0.evidence) }),
        Check(
            "renewal loop", codes: ["token.renewal-loop"], holdsInPart: true,
            failures: { RenewalLoopCheck.findings($0.evidence) }),
        Check(
            "stale loop", codes: ["digest.stale-loop"], holdsInPart: true,
            failures: { StaleLoopCheck.findings($0.evidence) }),
    ]

    /// How the run ended where it did not come to its end.
    private static let crashes = [
        // A crash or a hang explains what is missing, so it stands before that.
        Check(
            "contract", codes: ["client.exit-code", "client.signal"], holdsInPart: true,
            failures: { ContractCheck.findings($0.evidence.breach) }),
        Check(
            "crashes", codes: ["client"], holdsInPart: true,
            failures: { complaints($0.evidence, where: $0.evidence.outcome == nil) }),
        // A client that never met what it tells of need not be told what it did not send.
        Check(
            "proof", codes: ["outcome.unproved", "outcome.contradiction"], holdsInPart: false,
            failures: { run in outcome(run).failed.filter(isOfProof) }),
    ]

    /// The requests beside those that a scenario asks for.
    private static let wire = [
        Check(
            "wire",
            codes: [
                "wire.order", "wire.unexpected", "wire.missing", "wire.unasked", "wire.probe", "wire.not-ahead",
                "wire.other-order",
            ], holdsInPart: false, findings: { exactly($0) }),
        Check(
            "task", codes: ["wire.missing", "wire.unexpected"], holdsInPart: false,
            failures: { run in TaskCheck.findings(run.expectation.task, run.wire) }),
        Check(
            "permitted", codes: ["wire.permitted"], holdsInPart: false,
            findings: { ([], $0.wire.permitted($0.expectation.loosely ?? [])) }),
        Check(
            "among", codes: ["wire.missing"], holdsInPart: false,
            failures: { $0.wire.among($0.expectation.among) }),
        Check(
            "never", codes: ["wire.never"], holdsInPart: true,
            failures: { $0.never(aboutCredentials: false) }),
    ]

    /// What follows from what went wrong before.
    private static let consequences = [
        Check(
            "handshakes", codes: ["handshake.missing", "handshake.unexpected"], holdsInPart: false,
            failures: { run in
                guard run.expectation.wire != nil || run.expectation.task != nil else { return [] }
                return HandshakeCheck(evidence: run.evidence).findings(run.expectation.refusedHandshakes)
            }),
        Check(
            "outcome",
            codes: [
                "outcome", "outcome.missing", "outcome.no-reason",
                "outcome.reason",
            ], holdsInPart: false,
            findings: { run in
                let (failed, loose) = outcome(run)
                return (failed.filter { !isOfProof($0) }, loose)
            }),
        Check(
            "final", codes: ["final."], holdsInPart: false,
            failures: { FinalCheck.findings($0.expectation.final, $0.evidence.final) }),
        Check(
            "events", codes: ["events.order", "events.missing", "events.no-reason"], holdsInPart: false,
            findings: { $0.events }),
        // What a client that reported how it went did besides explains nothing.
        Check(
            "complaints", codes: ["client"], holdsInPart: true,
            failures: { complaints($0.evidence, where: $0.evidence.outcome != nil) }),
        Check(
            "connections", codes: ["connection.open"], holdsInPart: false,
            failures: { ConnectionsCheck.findings($0.evidence) }),
        Check(
            "refused handshakes", codes: ["handshake.repeated"], holdsInPart: false,
            findings: { ([], RefusedHandshakeCheck.findings($0.evidence)) }),
    ]

    /// What the harness had to note of a client's process, for the runs that a check is about.
    private static func complaints(_ evidence: Evidence, where isMeant: Bool) -> [Finding] {
        isMeant ? evidence.complaints.map { Finding("client", $0) } : []
    }

    /// Whether a finding says that the client's own word cannot be taken.
    private static func isOfProof(_ finding: Finding) -> Bool {
        ["outcome.unproved", "outcome.contradiction"].contains(finding.code)
    }

    /// What the client reported, where the scenario says what it should.
    private static func outcome(_ run: Run) -> Findings {
        run.expectation.outcome.map {
            OutcomeCheck.findings($0, run.evidence, needsRequest: !run.expectation.isWithoutRequests)
        } ?? ([], [])
    }

    /// The requests exactly as written; another client than ours may go a documented looser way.
    private static func exactly(_ run: Run) -> Findings {
        guard let wire = run.expectation.wire else { return ([], []) }
        let exact = run.exact
        guard run.evidence.client == .foreign, !exact.isEmpty else { return (exact, []) }
        let check = ForeignWireCheck(run.wire)
        if let departures = check.departures(wire) { return ([], departures) }
        let nearest = check.nearest(wire)
        return (nearest.isEmpty ? exact : nearest, [])
    }
}
