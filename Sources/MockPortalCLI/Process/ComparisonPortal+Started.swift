import FixtureFiles
import MockPortalServer
import PortalConformance
import TLSIdentity

extension ComparisonPortal {
    /// Starts a portal of this process with the documents of a preset; alice is its member.
    static func started(_ preset: String, fixtures: FixtureTree) throws -> ComparisonPortal {
        let pki = try TestPKI(fixtures: fixtures)
        let portal = try MockPortal.start(
            try Blueprint.preset(preset, fixtures: fixtures), options: .unhurried, pki: pki)
        return ComparisonPortal(
            url: portal.url, serverURL: portal.serverURL, authority: pki.authorityPEM,
            member: portal.accounts.first { $0.username == "alice" }.map {
                ConformanceProfile.Account(username: $0.username, password: $0.password)
            },
            stop: { portal.stop() })
    }
}
