internal import PortalJudge

/// What a client that verifies must find wrong with each certificate of `certs/`.
enum CertificateFacts {
    /// Defects by recipe; a recipe that is not listed has none.
    private static let flaws: [String: [Reason]] = [
        "self-signed": [.certificateSelfSigned],
        "expired": [.certificateExpired],
        "not-yet-valid": [.certificateNotYetValid],
        "wrong-host": [.hostMismatch],
        "no-san": [.hostMismatch],
        "untrusted-root": [.certificateUnknownRoot],
        "missing-intermediate": [.certificateUnknownRoot],
        "client-purpose": [.certificateWrongPurpose],
    ]

    /// The defects of recipes for a client that knows some authorities.
    static func defects(of recipes: some Sequence<String>, trustsRun: Bool, alsoTrusts: Set<String>) -> [String:
        [Reason]]
    {
        var found: [String: [Reason]] = [:]
        for recipe in recipes {
            var defects = flaws[recipe] ?? []
            if alsoTrusts.contains(recipe) { defects.removeAll { $0 == .certificateUnknownRoot } }
            if !trustsRun, !alsoTrusts.contains(recipe), recipe != "self-signed" {
                defects.append(.certificateUnknownRoot)
            }
            found[recipe] = defects
        }
        return found
    }
}
