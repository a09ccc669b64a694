/// Something that is asked of every client in every scenario.
struct ImpliedRequirement: Sendable {
    let id: String
    let text: String
    /// Codes of findings, or their beginnings, that say that it was broken.
    let codes: [String]
    /// Whether it cannot be judged where requests ran side by side.
    var needsOrder = false
    /// Whether anything happened in which it could have been broken.
    let isExercised: @Sendable (Evidence) -> Bool

    /// What a session shows of it; takes the findings that are about it from all those that there are.
    func verdict(_ evidence: Evidence, _ failed: inout [Finding], _ loose: inout [Finding]) -> RequirementVerdict {
        var result = RequirementVerdict(id: id, text: text, state: .notExercised)
        func take(_ findings: inout [Finding]) -> [Finding] {
            defer { findings.removeAll(where: covers) }
            return findings.filter(covers)
        }
        let (broken, looser) = (take(&failed), take(&loose))
        if !broken.isEmpty {
            result.state = .broken
            // What was looser is told too: mending what is wrong would only bring it to light.
            result.findings = broken + looser
        } else if !looser.isEmpty {
            result.state = .metLoosely
            result.findings = looser
        } else if isExercised(evidence) {
            if needsOrder, evidence.isConcurrent {
                let order = Finding("order.unknown", "requests ran side by side, and their order proves nothing")
                result.findings = [order]
            } else {
                result.state = .met
            }
        }
        return result
    }

    /// Whether a finding is about it.
    func covers(_ finding: Finding) -> Bool { codes.contains { finding.code.hasPrefix($0) } }

    /// All of them, in the order in which reports name them.
    static let all = [
        ImpliedRequirement(
            id: "certificates",
            text: "No request goes over a certificate that is not trusted (RFC 9110 §4.3.4, RFC 5280 §6).",
            codes: ["trust."]
        ) { evidence in
            evidence.journal.connections.contains { connection in
                connection.tls?.certificate.flatMap { evidence.certificates[$0] }?.isEmpty == false
            }
        },
        ImpliedRequirement(
            id: "secrets",
            text:
                "No secret leaves its origin, travels without TLS or stands in a URL (RFC 6750 §5.3, RFC 9110 §17.9).",
            codes: ["secret."]
        ) { $0.journal.requests.contains(where: \.carriesSecret) },
        ImpliedRequirement(
            id: "plain-text", text: "Nothing is sent without TLS to a port of TLS.", codes: ["transport."]
        ) { !$0.journal.connections.isEmpty },
        ImpliedRequirement(
            id: "hosts", text: "Every request names the host and port that it is for (RFC 9110 §7.2).", codes: ["host."]
        ) { !$0.journal.requests.isEmpty },
        ImpliedRequirement(
            id: "refused-credentials",
            text: "A password or token that was refused is not sent again by itself: portals lock accounts.",
            codes: ["credential.", "token.repeated"], needsOrder: true
        ) { evidence in evidence.journal.requests.contains { $0.carriesSecret && ($0.answer?.code ?? 0) >= 400 } },
        ImpliedRequirement(
            id: "renewal", text: "A token is renewed once, and not again and again while new ones are refused.",
            codes: ["token."], needsOrder: true
        ) { evidence in evidence.journal.requests.contains { evidence.journal.isRefused($0, with: [498]) } },
        ImpliedRequirement(
            id: "nonces",
            text:
                "A nonce's count is that of its uses and never the same twice; stale nonces are followed to an end (RFC 7616 §3.3, §3.4).",
            codes: ["digest."], needsOrder: true
        ) { evidence in evidence.journal.requests.contains { $0.authorization?.scheme == "digest" } },
        ImpliedRequirement(
            id: "client-certificates",
            text: "A client certificate is shown only where it was chosen for, and a refused one is not tried again.",
            codes: ["identity.", "handshake.repeated"]
        ) { evidence in evidence.journal.connections.contains { $0.tls?.acceptableIssuers != nil } },
        ImpliedRequirement(
            id: "retries",
            text:
                "What was lost is sent again only where that is safe, not too often and not too early (RFC 9110 §9.2.2, §10.2.3).",
            codes: ["request."], needsOrder: true
        ) { evidence in evidence.journal.requests.contains(where: evidence.journal.isLost) },
        ImpliedRequirement(
            id: "oauth",
            text:
                "Sign-ins have a state and an S256 proof of their own, codes and refresh tokens are used as they may (RFC 9700 §2.1, §4.7).",
            codes: ["oauth."]
        ) { evidence in evidence.journal.requests.contains { $0.isAuthorization || $0.grant != nil } },
        ImpliedRequirement(
            id: "connections", text: "Every connection that was opened is closed at the end.", codes: ["connection."]
        ) { $0.isComplete && !$0.journal.connections.isEmpty },
    ]
}

extension Journal.Request {
    /// Whether it carries something that must not get into other hands.
    fileprivate var carriesSecret: Bool {
        !presented.isEmpty || authorization != nil || grant != nil || isTokenRequest || isSignInForm
    }
}
