internal import HTTPSemantics

/// An application of the blueprint at its place: its redirect URIs taken apart.
struct RegisteredApplication: Sendable {
    let title: String
    let redirects: [RegisteredRedirect]
    /// The same as texts.
    let redirectURIs: [String]
    let scope: [String]?
    let owner: String
    /// Whether every portal has it, and this one no other.
    var isBuiltIn = false

    /// Whether browsers may be sent to an address.
    func admits(_ uri: String) -> Bool { redirects.contains { $0.admits(uri) } }

    /// Esri's Python package `arcgis`, which every portal knows: with a user name and a password it signs in by this application first,
    /// whatever `portals/self` says of OAuth (`arcgis/auth/_auth/_token.py`).
    private static let pythonAPI = RegisteredApplication(
        title: "ArcGIS API for Python", redirects: [RegisteredRedirect(RegisteredRedirect.outOfBand)].compactMap { $0 },
        redirectURIs: [RegisteredRedirect.outOfBand], scope: nil, owner: "", isBuiltIn: true)

    /// Every application of a blueprint by its client id; of one without OAuth what is built in.
    static func all(of blueprint: Blueprint) -> [String: RegisteredApplication] {
        guard let oauth = blueprint.oauth else { return ["pythonapi": pythonAPI] }
        return Dictionary(
            uniqueKeysWithValues: oauth.applications.map { id, application in
                let registered = RegisteredApplication(
                    title: application.title ?? id,
                    redirects: application.redirectURIs.compactMap { RegisteredRedirect($0) },
                    redirectURIs: application.redirectURIs, scope: application.scope, owner: application.owner)
                return (id, registered)
            })
    }
}
