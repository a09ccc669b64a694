internal import JSONValues

/// An application as which the client signs people in.
struct OAuthPlan: Sendable {
    /// The portal's URL; it may hold placeholders.
    var portal = "{{portal}}"
    var client = "mockportal-app"
    var redirect = "my-ags-app://auth"
    /// `default`, `maximum` or a duration: how long refresh tokens shall live.
    var lifetime: String?
    /// How old a refresh token may become before it is exchanged.
    var exchange: Duration?
    /// How long tokens of federated servers shall live.
    var federatedLifetime: Duration?

    static let keys = ["portal", "client", "redirect", "lifetime", "exchange", "federatedLifetime"]

    /// Reads `environment.oauth`: a list of mappings, each of whose keys may be left out.
    static func list(_ outer: DocumentReader, _ key: String) throws(DocumentError) -> [OAuthPlan] {
        var plans: [OAuthPlan] = []
        for (index, value) in try outer.list(key).enumerated() {
            let path = "\(DocumentReader.join(outer.path, key))[\(index)]"
            let reader = try DocumentReader(value, source: outer.source, path: path, keys: keys)
            var plan = OAuthPlan()
            if let portal = try reader.text("portal") { plan.portal = portal }
            if let client = try reader.text("client") { plan.client = client }
            if let redirect = try reader.text("redirect") { plan.redirect = redirect }
            plan.lifetime = try reader.text("lifetime")
            if let written = plan.lifetime, !["default", "maximum"].contains(written) {
                _ = try reader.duration("lifetime")
            }
            plan.exchange = try reader.duration("exchange")
            plan.federatedLifetime = try reader.duration("federatedLifetime")
            plans.append(plan)
        }
        return plans
    }
}

/// An identity-aware proxy that the client knows: the one of the blueprint, whose authority is the host `login`.
struct ProxyPlan: Sendable {
    /// The hosts behind it, with wildcards.
    var hosts: [String]
    var client = "mockportal-iap"
    var redirect = "my-ags-app://auth"
    /// Where people sign in; it may hold placeholders.
    var authority = "{{origin:login}}"

    /// Reads `environment.identityProxies`: `[{hosts: [localhost]}]`.
    static func list(_ outer: DocumentReader, _ key: String) throws(DocumentError) -> [ProxyPlan] {
        var plans: [ProxyPlan] = []
        for (index, value) in try outer.list(key).enumerated() {
            let path = "\(DocumentReader.join(outer.path, key))[\(index)]"
            let reader = try DocumentReader(
                value, source: outer.source, path: path, keys: ["hosts", "client", "redirect", "authority"])
            guard let hosts = try reader.texts("hosts") else { throw reader.missing("hosts") }
            var plan = ProxyPlan(hosts: hosts)
            if let client = try reader.text("client") { plan.client = client }
            if let redirect = try reader.text("redirect") { plan.redirect = redirect }
            if let authority = try reader.text("authority") { plan.authority = authority }
            plans.append(plan)
        }
        return plans
    }
}

/// The API keys that the client is given.
struct KeyPlan: Sendable {
    /// The environment's key by the blueprint's name of it; nil for none.
    var key: String?
    /// The hosts that it is for; nil for the portal's own.
    var hosts: [String]?
    /// Whether a key will do where a sign-in is asked for.
    var countsAsSignIn = false

    /// Reads `environment.apiKey`: a name, or `{name: weather, hosts: [localhost], countsAsSignIn: true}`.
    init(_ outer: DocumentReader, _ key: String) throws(DocumentError) {
        DocumentTrace.note(.text, at: DocumentReader.join(outer.path, key))
        if let name = outer[key]?.string {
            self.key = name
            return
        }
        guard let reader = try outer.object(key, keys: ["name", "hosts", "countsAsSignIn"]) else { return }
        self.key = try reader.text("name")
        hosts = try reader.texts("hosts")
        countsAsSignIn = try reader.truth("countsAsSignIn") ?? false
    }
}
