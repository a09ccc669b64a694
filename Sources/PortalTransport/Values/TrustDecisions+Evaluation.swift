internal import HTTPSemantics
internal import TLSIdentity

extension TrustDecisions {
    /// Whether one grant lets these defects of this leaf pass at this origin; grants do not add up.
    func tolerates(_ defects: Set<CertificateDefect>, ofLeaf sha256: String, at origin: Origin) -> Bool {
        grants.contains { grant in
            guard grant.host == origin.host, grant.port == nil || grant.port == origin.port else { return false }
            if case .certificate(let granted) = grant.scope, granted.lowercased() != sha256 { return false }
            return defects.isSubset(of: grant.tolerating)
        }
    }

    /// What judges one handshake with an origin.
    func evaluation(for origin: Origin) -> ServerTrustEvaluation {
        let trust = self
        return ServerTrustEvaluation(
            host: origin.host, authoritiesPEM: authorities.map(\.text),
            includesSystemAuthorities: includesSystemAuthorities,
            tolerates: { defects, leaf in trust.tolerates(defects, ofLeaf: leaf, at: origin) })
    }
}
