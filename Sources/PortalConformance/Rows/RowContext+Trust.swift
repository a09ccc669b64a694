internal import ClientEvidence
internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

extension RowContext {
    /// The defects that a user may accept: all others are refused without a question.
    private static let grantable: Set<CertificateDefect> = [.selfSigned, .unknownRoot]

    /// S01: without the profile's authorities the client sends nothing, and says why.
    func untrusted() async -> RowOutcome {
        await stage(trusting: []) { stage in
            var outcome = RowOutcome()
            let (_, error) = await stage.load(.anonymous)
            outcome.noteEnd(error)
            guard let refusal = stage.own.compactMap({ $0.error?.serverTrust }).first else {
                // A client that verifies nothing would come through here as well: the survey's own look decides.
                if survey.defects.isDisjoint(with: Self.grantable) { return Self.valid(stage) }
                outcome.client(
                    "R17", "accepted", "it accepts a certificate that no known authority issued", at: stage.own.first)
                return outcome
            }
            expectRefusal(stage, error, &outcome)
            if refusal.chain.isEmpty {
                outcome.client("R17", "no-chain", "its refusal does not show the certificate", at: stage.own.first)
            }
            if refusal.defects.isSubset(of: Self.grantable), error?.code != .serverCertificateUntrusted {
                outcome.client(
                    "R17", "reason",
                    "it gives another reason than an unknown issuer: \(error.map { "\($0.code)" } ?? "loaded")",
                    at: stage.own.first)
            }
            return outcome
        }
    }

    private static func valid(_ stage: ConformanceStage) -> RowOutcome {
        .notApplicable("the portal shows a valid certificate")
    }

    /// S02: once the user trusts this certificate, the same request goes through over a new connection.
    func trusted() async -> RowOutcome {
        var answers = plan.webTierAnswers
        answers.trusts = true
        return await stage(trusting: [], answers: answers) { stage in
            var outcome = RowOutcome()
            let (_, error) = await stage.load(.anonymous)
            guard let refusal = stage.own.compactMap({ $0.error?.serverTrust }).first else { return Self.valid(stage) }
            guard refusal.defects.isSubset(of: Self.grantable) else {
                return .notApplicable("the certificate has other defects than an unknown issuer")
            }
            outcome.noteEnd(error)
            guard let answer = stage.own.first(where: { $0.response != nil }) else {
                outcome.client(
                    "R17", "not-resubmitted", "it sends nothing after the certificate was trusted", at: stage.own.last)
                return outcome
            }
            if answer.response?.peerCertificates.first?.sha256 != refusal.chain.first?.sha256 {
                outcome.client(
                    "R17", "other-certificate", "it talks to another certificate than the one that was trusted",
                    at: answer)
            }
            if stage.challengeHandler.asked.count(where: { $0 == .serverTrust }) != 1 {
                outcome.client("R17", "challenges", "trust was asked for more than once", expected: "once")
            }
            return outcome
        }
    }

    /// S11 and S14: an expired certificate, or one for another host, is refused by that name; the portal departs by showing it.
    func badCertificate(_ defect: CertificateDefect, _ code: PortalError.Code) async -> RowOutcome {
        await stage { stage in
            var outcome = RowOutcome()
            let (_, error) = await stage.load(.anonymous)
            outcome.noteEnd(error)
            let shown = facts.chain.first
            if defect == .expired {
                outcome.portal(
                    "RFC 5280 §4.1.2.5", "certificate-expired",
                    "its certificate is not valid after \(shown.map { "\($0.notAfter) s since 1970" } ?? "a moment that has passed")",
                    at: stage.own.first)
            } else {
                outcome.portal(
                    "RFC 9525 §6", "certificate-host",
                    "its certificate is for \(shown?.names.joined(separator: ", ") ?? "other names")",
                    expected: plan.portal.root.origin.host, at: stage.own.first)
            }
            expectRefusal(stage, error, &outcome)
            if error != nil, error?.code != code {
                outcome.client(
                    "R17", "reason", "it gives another reason: \(error.map { "\($0.code)" } ?? "loaded")",
                    expected: "\(code)", at: stage.own.first)
            }
            return outcome
        }
    }

    private func expectRefusal(_ stage: ConformanceStage, _ error: PortalError?, _ outcome: inout RowOutcome) {
        for exchange in stage.own where exchange.response != nil {
            outcome.client(
                "R17", "request-sent", "a request was answered over a connection that is not to be trusted",
                expected: "no request", at: exchange)
        }
        if error == nil {
            outcome.client("R17", "accepted", "it loads in spite of the certificate", at: stage.own.last)
        }
    }

    /// P11: without an identity it is told what is missing, and nothing is tried again.
    func noClientCertificate() async -> RowOutcome {
        var answers = plan.webTierAnswers
        answers.identity = nil
        return await stage(answers: answers) { stage in
            var outcome = RowOutcome()
            let (_, error) = await stage.load(.anonymous)
            outcome.noteEnd(error)
            // A survey that got in with the profile's identity has not seen whether one is required.
            let isPortalsAnswer = stage.own.last?.document != nil
            if facts.clientCertificates == "asked", error == nil || isPortalsAnswer {
                return .notApplicable("the portal requires no client certificate")
            }
            guard let error else {
                outcome.portal(
                    "RFC 8446 §4.4.2.4", "certificate-not-required",
                    "it lets in who shows no certificate, though it refused before", at: stage.own.last)
                return outcome
            }
            if error.code != .clientCertificateRequired {
                outcome.client(
                    "R18", "reason", "it gives another reason than a missing certificate: \(error.code)",
                    at: stage.own.last)
            }
            // The first attempt ends where the server asks; the second goes on without one.
            let tries = stage.own.filter { $0.error?.code != .clientCertificateRequested }
            if tries.count > 1 {
                outcome.client(
                    "R21", "repeated", "a refusal for want of a certificate is tried \(tries.count) times",
                    expected: "once", at: tries.last)
            }
            return outcome
        }
    }

    /// P10: the identity that was chosen is shown, and the portal loads.
    func clientCertificate() async -> RowOutcome {
        await stage { stage in
            var outcome = RowOutcome()
            let (_, error) = await stage.load(.anonymous)
            if let refusal = error, refusal.code == .clientCertificateRejected {
                outcome.notJudged =
                    "the portal refuses the profile's identity: \(refusal.clientCertificate?.cause.description ?? "for no stated reason")"
                return outcome
            }
            outcome.expectLoaded(error, rule: "P10", last: stage.own.last)
            let answer = stage.own.last { $0.response != nil }
            if error == nil, answer?.response?.certificateRequest?.wasAnswered == false {
                outcome.client("R18", "not-shown", "it does not show the identity that was chosen", at: answer)
            }
            if stage.challengeHandler.asked.count(where: { $0 == .clientCertificate }) > 1 {
                outcome.client("R18", "challenges", "a certificate was asked for more than once", expected: "once")
            }
            return outcome
        }
    }

    /// Z01: a redirect from http to https is followed; with a secret, https comes first and nothing goes in plain.
    func upgrade() async -> RowOutcome {
        guard let text = profile.plainURL, let plain = try? PortalURL(text), !plain.root.origin.isSecure else {
            return .notApplicable("the profile's plainURL is not on plain HTTP")
        }
        return await stage(portal: plain) { stage in
            var outcome = RowOutcome()
            let (_, error) = await stage.load(.anonymous)
            let own = stage.own
            outcome.noteEnd(error)
            guard let first = own.first, let response = first.response else {
                return .notApplicable("nothing answers on plain HTTP")
            }
            if (300..<400).contains(response.status) {
                let target = response.headers.first(named: "Location").flatMap { Origin(ofURL: $0) }
                if target?.isSecure != true {
                    outcome.portal(
                        "RFC 9110 §15.4", "redirect", "it redirects plain HTTP to something that is not https",
                        at: first)
                } else if own.count < 2 || own[1].origin != target {
                    outcome.client("R19", "not-followed", "it does not follow a redirect to https", at: first)
                }
            } else if first.isSuccess, facts.allSSL == true {
                outcome.portal(
                    Endpoint.portalSelf.source, "plain-http", "it answers over plain HTTP though allSSL says TLS only",
                    expected: "a redirect or a refusal", at: first)
            }
            guard let account = profile.member, facts.isTokenBased != false, !memberIsRefused.withLock({ $0 }) else {
                return outcome
            }
            let before = own.count
            stage.signIn(account)
            _ = await stage.load(.authenticated)
            for exchange in stage.own.dropFirst(before) where exchange.origin?.isSecure == false && !exchange.isBare {
                outcome.client(
                    "R20", "plain-text", "a secret travelled without TLS", expected: "https first", at: exchange)
            }
            return outcome
        }
    }
}
