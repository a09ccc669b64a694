internal import HTTPSemantics

/// The client secrets and API keys of one run: a random one stays the same while the portal runs.
package struct ApplicationSecrets: Sendable {
    /// By client id.
    private(set) var clientSecrets: [String: Secret<String>] = [:]
    /// By name.
    private(set) var apiKeys: [String: Secret<String>] = [:]
    /// Every one there ever was, for the search of leaks.
    private(set) var history: [(name: String, isKey: Bool, text: Secret<String>)] = []

    /// Knows none yet.
    package init() {}

    /// Follows a blueprint: new ones are made, changed ones replaced, and those that are gone stop working.
    mutating func follow(_ blueprint: Blueprint) {
        var secrets: [String: Secret<String>] = [:]
        for (id, application) in (blueprint.oauth?.applications ?? [:]).sorted(by: { $0.key < $1.key }) {
            switch application.secret {
            case .none: continue
            case .text(let text): secrets[id] = text
            case .generated: secrets[id] = generated("secret:\(id)") ?? Secret(RandomText.secret(32))
            }
            remember("secret:\(id)", isKey: false, secrets[id])
        }
        clientSecrets = secrets
        var keys: [String: Secret<String>] = [:]
        for (name, key) in blueprint.apiKeys.sorted(by: { $0.key < $1.key }) {
            keys[name] = key.text ?? generated("key:\(name)") ?? Secret(key.prefix.rawValue + RandomText.secret(92))
            remember("key:\(name)", isKey: true, keys[name])
        }
        apiKeys = keys
    }

    /// What was made before under a name.
    private func generated(_ name: String) -> Secret<String>? { history.last { $0.name == name }?.text }

    private mutating func remember(_ name: String, isKey: Bool, _ text: Secret<String>?) {
        guard let text, !history.contains(where: { $0.name == name && $0.text == text }) else { return }
        history.append((name, isKey, text))
    }
}
