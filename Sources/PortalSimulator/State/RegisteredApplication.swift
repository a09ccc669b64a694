internal import HTTPSemantics

/// An application of the blueprint at its place: its redirect URIs taken apart.
struct RegisteredApplication: Sendable {
    let title: String
    let redirects: [RegisteredRedirect]
    /// The same as texts.
    let redirectURIs: [String]
    let scope: [String]?
    let owner: String

    /// Whether browsers may be sent to an address.
    func admits(_ uri: String) -> Bool { redirects.contains { $0.admits(uri) } }

    /// Every application of a blueprint by its client id.
    static func all(of blueprint: Blueprint) -> [String: RegisteredApplication] {
        guard let oauth = blueprint.oauth else { return [:] }
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
