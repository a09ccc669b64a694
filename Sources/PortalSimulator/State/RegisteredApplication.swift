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

extension Call {
    /// The rules of OAuth; those of a blueprint without any are the usual ones, with nobody registered.
    var oauth: Blueprint.OAuth { blueprint.oauth ?? Blueprint.OAuth() }

    /// Whether a parameter came more than once (RFC 6749 §3.1).
    func isRepeated(_ name: String) -> Bool {
        query.entries.count { $0.name == name } + form.entries.count { $0.name == name } > 1
    }

    /// Whether a parameter could only be read by replacing bytes that are no UTF-8.
    func isDamaged(_ name: String) -> Bool {
        query.entries.contains { $0.name == name && $0.isDamaged }
            || form.entries.contains { $0.name == name && $0.isDamaged }
    }
}
