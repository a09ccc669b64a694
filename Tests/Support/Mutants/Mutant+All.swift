extension Mutant {
    /// Every mutant, by theme.
    package static let all: [Mutant] =
        tokens + tokenService + federation + maps + popups + queries + redirects + answers + webTier + windows + tickets
        + signIns
        + clientCertificates + wire + editing
        + trust
        + challenges + engine + authenticator
        + portals + keys + stores + traps + complaints

    /// The mutant of a name; nil where there is none.
    package static func named(_ name: String) -> Mutant? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
