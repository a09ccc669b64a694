internal import FixtureFiles
public import HTTPSemantics
public import JSONValues

/// Something that is done to a running portal: by a scenario's step, by the control API or by an event of the blueprint.
public enum PortalAction: Sendable, Equatable {
    /// Moves the portal's clock forward, to a thousand years ahead of real time at most.
    case advance(Duration)
    /// Lets tokens expire: an alias like `token#1`, `refresh#1` or `key:weather`, or `all` access tokens.
    case expire(String)
    /// Revokes tokens: an alias like `token#1`, `refresh#1` (with what it gave) or `key:weather`, or `all` access tokens.
    case revoke(String)
    /// Gives accounts new passwords.
    case password([String: Secret<String>])
    /// Shows another certificate to new connections; the host is nil for the portal itself.
    case certificate(host: String?, recipe: String)
    /// Lets the answers go that an operation holds back.
    case release(String)
    /// Opens or closes the organization to strangers.
    case access(String)
    /// Makes every nonce stale that the web tier has handed out.
    case endNonces
    /// Opens or closes a listener; the host is nil for the portal itself.
    case reach(host: String?, String)
    /// Overlays the blueprint.
    case set(JSONValue)

    /// The keys of an action; each action is an object with exactly one of them.
    package static let keys = [
        "advance", "expire", "revoke", "password", "certificate", "release", "access", "nonces", "reach", "set",
    ]

    /// Decodes an action, as `{"expire": "token#1"}`.
    ///
    /// Throws with source, key path, value, allowed values and the nearest of them.
    public init(decoding value: JSONValue, source: String, keyPath: String = "") throws(BlueprintError) {
        DocumentTrace.shape("action", at: keyPath)
        DocumentTrace.note(.onlyOne, at: keyPath)
        for key in ["expire", "revoke", "certificate"] { DocumentTrace.note(.text, at: "\(keyPath).\(key)") }
        DocumentTrace.note(.words(Blueprint.Reach.allCases.map(\.rawValue)), at: "\(keyPath).reach")
        DocumentTrace.note(.shape("blueprint"), at: "\(keyPath).set")
        let reader = try DocumentReader(value, source: source, path: keyPath, keys: Self.keys)
        guard reader.keys.count == 1, let key = reader.keys.first else {
            throw BlueprintError(
                .wrongType, source: source, keyPath: keyPath, problem: "an action has exactly one key",
                allowed: Self.keys)
        }
        switch key {
        case "advance": self = .advance(try reader.duration(key) ?? .zero)
        case "expire": self = .expire(try Self.tokens(key, reader))
        case "revoke": self = .revoke(try Self.tokens(key, reader))
        case "release": self = .release(try reader.text(key) ?? "")
        case "nonces":
            _ = try reader.word(key, as: NonceEnding.self)
            self = .endNonces
        case "access": self = .access((try reader.word(key, as: Blueprint.Access.self) ?? .public).rawValue)
        case "password":
            let accounts = try reader.object(key, keys: nil)
            var passwords: [String: Secret<String>] = [:]
            for name in accounts?.keys ?? [] {
                guard let password = accounts?[name] else { continue }
                passwords[name] = try Blueprint.password(
                    password, source: source, keyPath: DocumentReader.join(reader.path, "password.\(name)"))
            }
            self = .password(passwords)
        case "certificate":
            if let recipe = reader[key]?.string {
                self = .certificate(host: nil, recipe: recipe)
                return
            }
            let certificate = try reader.object(key, keys: ["host", "recipe"])
            guard let recipe = try certificate?.text("recipe") else {
                throw reader.wrongType(key, "a recipe, or an object with host and recipe")
            }
            self = .certificate(host: try certificate?.text("host"), recipe: recipe)
        case "reach":
            if reader[key]?.object == nil {
                self = .reach(host: nil, (try reader.word(key, as: Blueprint.Reach.self) ?? .open).rawValue)
                return
            }
            let reach = try reader.object(key, keys: ["host", "is"])
            guard let host = try reach?.text("host"), let found = try reach?.word("is", as: Blueprint.Reach.self) else {
                throw reader.wrongType(key, "open, refused or dropped, or an object with host and is")
            }
            self = .reach(host: host, found.rawValue)
        default:
            let overlay = reader[key] ?? .object([:])
            try DocumentTrace.pausing { () throws(BlueprintError) in
                _ = try Blueprint.decode(overlay, source: source, preset: nil, fixtures: .embedded)
            }
            self = .set(overlay)
        }
    }

    /// What can be done to nonces.
    private enum NonceEnding: String, CaseIterable {
        case expire
    }

    private static func tokens(_ key: String, _ reader: DocumentReader) throws(BlueprintError) -> String {
        guard let alias = try reader.text(key),
            alias == "all" || (alias.hasPrefix("key:") && alias.utf8.count > 4)
                || ["token#", "refresh#", "idtoken#"].contains(where: { kind in
                    alias.hasPrefix(kind) && Int(alias.dropFirst(kind.count)) != nil
                })
        else { throw reader.wrongType(key, "a token like token#1, refresh#1, idtoken#1 or key:weather, or all") }
        return alias
    }
}
