internal import PortalJudge

/// What a client that verifies must find wrong with each certificate of `certs/`.
enum CertificateFacts {
    /// Defects by recipe; a recipe that is not listed has none.
    static let flaws: [String: [Reason]] = [
        "self-signed": [.certificateSelfSigned],
        "self-signed-wrong-host": [.certificateSelfSigned, .hostMismatch],
        "self-signed-idn": [.certificateSelfSigned],
        "expired": [.certificateExpired],
        "not-yet-valid": [.certificateNotYetValid],
        "wrong-host": [.hostMismatch],
        "no-san": [.hostMismatch],
        "untrusted-root": [.certificateUnknownRoot],
        "missing-intermediate": [.certificateUnknownRoot],
        "client-purpose": [.certificateWrongPurpose],
    ]

    /// The defects of what was shown on connections, for a client that knows some authorities.
    static func defects(of connections: [Journal.Connection], trustsRun: Bool, alsoTrusts: Set<String>) -> [String:
        [Reason]]
    {
        var found: [String: [Reason]] = [:]
        for (recipe, shown) in Dictionary(grouping: connections, by: \.tls?.certificate) {
            guard let recipe else { continue }
            var defects = flaws[recipe] ?? []
            if recipe == "ip-san", shown.allSatisfy(\.wasReachedByName) { defects.append(.hostMismatch) }
            if alsoTrusts.contains(recipe) { defects.removeAll { $0 == .certificateUnknownRoot } }
            if !trustsRun, !alsoTrusts.contains(recipe), !defects.contains(.certificateSelfSigned) {
                defects.append(.certificateUnknownRoot)
            }
            found[recipe] = defects
        }
        return found
    }
}

extension Journal.Connection {
    /// Whether the client named a host: an address is no server name (RFC 6066 §3), and one that is sent in spite of that does not count.
    fileprivate var wasReachedByName: Bool {
        tls?.serverName.map { !$0.contains(":") && $0.contains(where: \.isLetter) } ?? false
    }
}
