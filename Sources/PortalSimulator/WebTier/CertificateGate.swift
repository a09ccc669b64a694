internal import PortalJudge

/// Decides over HTTP what a client's certificate is good for, where the TLS handshake has let the client through.
struct CertificateGate {
    let rules: Blueprint.ClientCertificates

    /// What came of it.
    enum Result {
        /// The certificate's common name; nil where none counts here.
        case passed(commonName: String?)
        case refused(WebServerPage)
    }

    /// Judges a certificate for a path; a decision comes only where one was made.
    func decide(_ facts: ClientCertificateFacts?, path: String) -> (result: Result, decision: Journal.Decision?) {
        let rule = rules.rule(for: path)
        guard let facts else {
            guard rule == .required else { return (.passed(commonName: nil), nil) }
            return (
                .refused(missingPage),
                decision(false, "a client certificate is required and none was shown", .certificateMissing)
            )
        }
        // nginx looks at the certificate before it knows the location.
        if rule == .none, rules.refuse != .nginx || facts.verdict == .good {
            return (.passed(commonName: nil), decision(true, "certificates are not looked at here"))
        }
        guard facts.verdict == .good else {
            let reason = "the certificate \(facts.identity) is refused: \(facts.verdict.rawValue)"
            return (.refused(page(for: facts.verdict)), decision(false, reason, .certificateRefused))
        }
        if let allow = rules.allow, !allow.contains(where: { $0.utf8.elementsEqual(facts.commonName.utf8) }) {
            let reason = "the certificate \(facts.identity) is good, but its owner is not let in"
            return (.refused(forbiddenPage), decision(false, reason))
        }
        return (.passed(commonName: facts.commonName), decision(true, "the certificate \(facts.identity) is good"))
    }

    private func decision(_ passed: Bool, _ reason: String, _ cause: Journal.Cause? = nil) -> Journal.Decision {
        Journal.Decision(gate: "certificate", passed: passed, reason: reason, cause: cause)
    }

    private var missingPage: WebServerPage {
        switch rules.refuse {
        // What holds below a path is nginx's `optional` with a rule of the location, which answers 403.
        case .nginx: rules.paths.isEmpty ? .nginxNoCertificate : .nginxForbidden
        case .iis: .iisNoCertificate
        case .apache, .tls: .apacheNoCertificate
        }
    }

    private var forbiddenPage: WebServerPage {
        switch rules.refuse {
        case .nginx: .nginxForbidden
        case .iis: .iisForbidden
        case .apache, .tls: .apacheForbidden
        }
    }

    private func page(for verdict: ClientCertificateFacts.Verdict) -> WebServerPage {
        switch rules.refuse {
        case .nginx: .nginxBadCertificate
        case .iis: verdict == .expired || verdict == .notYetValid ? .iisExpiredCertificate : .iisUntrustedCertificate
        case .apache, .tls: .apacheForbidden
        }
    }
}
