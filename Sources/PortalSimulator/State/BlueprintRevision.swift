internal import JSONValues

/// The portal as it is between two changes; whatever was rendered belongs to one edition.
final class BlueprintRevision: Sendable {
    let blueprint: Blueprint
    /// Counts the changes.
    let generation: Int
    let securedNames: Set<String>
    /// Whether the portal has a web tier; where it has none, requests skip the check.
    let hasWebTier: Bool
    /// Hosts that are proxies.
    let proxies: Set<String>
    /// Hosts that are identity providers.
    let providers: Set<String>
    /// The applications that are registered, by client id.
    let applications: [String: RegisteredApplication]

    init(_ blueprint: Blueprint, generation: Int) {
        self.blueprint = blueprint
        self.generation = generation
        securedNames = Set(blueprint.secured)
        proxies = Set(blueprint.hosts.filter { $0.value.serves == .proxy }.keys)
        providers = Set(blueprint.identityProviders.keys)
        applications = RegisteredApplication.all(of: blueprint)
        hasWebTier =
            blueprint.front != nil || blueprint.identityProxy != nil || !blueprint.everyClientCertificates.isEmpty
            || !blueprint.everyWebAuthentication.isEmpty
    }
}

extension BlueprintRevision {
    /// A path that the blueprint advertises as token service, word for word; nil where it names none of its own.
    var verbatimTokenPath: String? {
        guard case .verbatim(let text) = blueprint.info.tokenServicesURL, text.first == "/" else { return nil }
        return text
    }

    /// The listener by which the server is told that was asked at a listener.
    func serverName(at listener: String) -> String {
        blueprint.hosts[listener]?.serves == .server ? listener : "portal"
    }

    /// Whether a token service at a path of its own is the stand-alone server's.
    var isTokenPathOnServer: Bool { blueprint.server.federation == .standalone }
}

extension Blueprint.CannedAnswer {
    /// The code that counts: that of an error envelope in the body, else the HTTP status.
    var code: Int {
        guard body.first == "{", let value = try? JSONValue(parsing: body) else { return status }
        return value["error"]?["code"]?.integer.flatMap { Int(exactly: $0) } ?? status
    }
}
