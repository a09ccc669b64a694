internal import JSONValues
internal import PortalAuthentication
internal import PortalTransport

/// What the client is given before it starts.
struct EnvironmentPlan: Sendable {
    /// `portal`, `nothing`, or a recipe whose own authority is trusted.
    let trusts: String
    let referer: String
    let carriers: [String]?
    let attempts: Int?
    /// The client's `User-Agent`; nil for its default.
    let userAgent: String?
    /// How far the client's clock is ahead of the portal's.
    let clockAhead: Duration?
    /// Identities that are in the client's store.
    let identities: [IdentityFile]
    /// Limits that differ from the client's own.
    let limits: TransportLimits
    /// Whether any limit is named, be it the client's own.
    let namesLimits: Bool
    /// What a wait of the client does.
    let waits: SteeredTimeSource.Waits
    /// The proxy of every request; it may hold placeholders.
    let proxy: String?
    /// Sendings of one request, the first included; nil for the client's own number.
    let tries: Int?
    /// The applications as which the app signs people in; the first that fits counts.
    let oauth: [OAuthPlan]
    /// The identity-aware proxies that the app knows; the first that fits counts.
    let proxies: [ProxyPlan]
    /// The Kerberos tickets that the client has, and where it may use them; nil where it is in no realm.
    let kerberos: KerberosPlan?
    /// How the client's own authenticator answers challenges; nil where the app has handlers of its own.
    let authenticator: AuthenticatorPlan?
    /// The API key of every request.
    let key: KeyPlan
    /// How the stores are kept from one start to the next; nil in memory only.
    let store: StorePlan.Opening?
    /// What else of the client's events belongs into `expect.events`.
    let hears: Set<Hearing>
    /// The hosts that share their portal's tokens.
    let tokenFamilies: [[String]]

    init(_ value: JSONValue, source: String) throws(DocumentError) {
        let reader = try DocumentReader(
            value, source: source, path: "environment",
            keys: [
                "trusts", "referer", "carriers", "attempts", "userAgent", "clockAhead", "identities", "limits", "waits",
                "proxy", "retry", "oauth", "apiKey", "hears", "store", "identityProxies", "tokenFamilies",
                "authenticator", "kerberos",
            ])
        oauth = reader["oauth"] == nil ? [] : try OAuthPlan.list(reader, "oauth")
        proxies = reader["identityProxies"] == nil ? [] : try ProxyPlan.list(reader, "identityProxies")
        authenticator = try AuthenticatorPlan.read(reader, "authenticator")
        kerberos = try KerberosPlan.read(reader, "kerberos")
        key = try KeyPlan(reader, "apiKey")
        store = try reader["store"].map { value throws(DocumentError) in
            try StorePlan.Opening(value, source: source, path: "environment.store")
        }
        hears = Set(try reader.names("hears", as: Hearing.self) ?? [])
        var families: [[String]] = []
        for (index, family) in try reader.list("tokenFamilies").enumerated() {
            guard let hosts = family.array?.compactMap(\.string), hosts.count == family.array?.count else {
                throw reader.wrongType("tokenFamilies[\(index)]", "a list of hosts")
            }
            families.append(hosts)
        }
        tokenFamilies = families
        trusts = try reader.text("trusts") ?? "portal"
        referer = try reader.text("referer") ?? "https://client.test/app"
        carriers = try reader.names("carriers", as: CarrierName.self)?.map(\.rawValue)
        attempts = try reader.number("attempts", in: 1...100)
        userAgent = try reader.text("userAgent")
        clockAhead = try reader.duration("clockAhead")
        identities = try IdentityFile.list(reader, "identities")
        namesLimits = reader["limits"] != nil
        limits = try Self.limits(try reader.object("limits", keys: ["connect", "stall", "whole", "body"]))
        waits = try reader.word("waits", as: WaitsName.self) == .hold ? .hold : .pass
        proxy = try reader.text("proxy")
        tries = try reader.object("retry", keys: ["tries"])?.number("tries", in: 1...100)
    }

    private static func limits(_ reader: DocumentReader?) throws(DocumentError) -> TransportLimits {
        var limits = TransportLimits()
        if let connect = try reader?.duration("connect") { limits.connect = connect }
        if let stall = try reader?.duration("stall") { limits.stall = stall }
        if let whole = try reader?.duration("whole") { limits.whole = whole }
        if let body = try reader?.number("body", in: 1...(1 << 30)) { limits.bodySize = body }
        return limits
    }

    /// Events of the client that only some scenarios look at.
    enum Hearing: String, CaseIterable, Sendable {
        case credentialUpdated
        case credentialScopeMismatch
        /// Every change of the store of credentials.
        case store
    }

    private enum WaitsName: String, CaseIterable { case pass, hold }

    /// The carriers by name.
    enum CarrierName: String, CaseIterable {
        case esriHeader
        case authorizationHeader
        case form
        case query
    }
}

extension EnvironmentPlan {
    /// What no foreign client can be given; nil where all of it can.
    var dialogueObstacle: String? {
        if !proxies.isEmpty { return "environment.identityProxies are signed in to in a browser" }
        if identities.contains(where: { $0.flaw != nil || $0.password != .right }) {
            return "environment.identities are files that are imported"
        }
        return nil
    }
}
