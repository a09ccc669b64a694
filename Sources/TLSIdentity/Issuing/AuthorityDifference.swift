/// In what a kept authority differs from the one that would be issued now.
struct AuthorityDifference {
    /// What differs, as part of a sentence.
    let words: String

    /// Compares what limits an authority (RFC 5280 §4.2.1); nil where that is the same to the byte.
    init?(of kept: X509Certificate, from fresh: X509Certificate) {
        let (old, new) = (kept.extensionValues, fresh.extensionValues)
        var parts: [String] = []
        if old["X509v3 Name Constraints"] != new["X509v3 Name Constraints"] {
            let (was, wanted) = (kept.nameConstraints?.words ?? "any name", fresh.nameConstraints?.words ?? "any name")
            parts.append(
                was == wanted
                    ? "its name constraints are not those of this start"
                    : "it may issue for \(was), and this start needs one for \(wanted)")
        }
        // Key identifiers follow from the key, which is another one in each authority.
        let own: Set = ["X509v3 Name Constraints", "X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier"]
        for name in Set(old.keys).union(new.keys).subtracting(own).sorted() where old[name] != new[name] {
            let shown = name.hasPrefix("X509v3 ") ? String(name.dropFirst(7)) : name
            switch (old[name], new[name]) {
            case (nil, _): parts.append("it lacks \(shown)")
            case (_, nil): parts.append("it has \(shown), and this start issues none")
            default: parts.append("its \(shown) is not that of this start")
            }
        }
        let lives = [kept, fresh].map { certificate in
            let summary = CertificateSummary(certificate)
            return summary.notAfter - summary.notBefore
        }
        if lives[0] != lives[1] {
            parts.append("it lives \(Self.days(lives[0])), and this start issues one for \(Self.days(lives[1]))")
        }
        guard !parts.isEmpty else { return nil }
        words = parts.joined(separator: "; ")
    }

    private static func days(_ seconds: Int64) -> String {
        seconds % 86400 == 0 ? "\(seconds / 86400) days" : "\(seconds) seconds"
    }
}
