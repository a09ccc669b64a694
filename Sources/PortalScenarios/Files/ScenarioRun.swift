internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport
package import ScenarioFormat

/// One combination of a scenario's variants, read and checked, ready to run.
package struct ScenarioRun: Sendable {
    package let scenario: Scenario
    /// The scenario's id, with the combination where there are variants: `connect/private[api=legacy]`.
    package let name: String
    let interface: Scenario.Interface
    let preset: String
    let overlay: JSONValue
    let environment: EnvironmentPlan
    let steps: [Step]
    /// What the environment and the steps were read from, and the twin's steps where it has its own.
    let script: Script
    /// Not decoded: it may hold placeholders that only the running portal can fill.
    let expectation: JSONValue
    let foreign: ForeignPlan?
    let twin: TwinPlan?

    /// Everything that a client is given, as it is written.
    struct Script: Sendable, Hashable {
        let environment: JSONValue
        let steps: JSONValue
        var twinSteps: JSONValue?
    }

    /// What is run beside a negative.
    enum TwinPlan: Sendable {
        case changed(overlay: JSONValue, steps: [Step]?)
        case scenario(String)
    }

    init(_ scenario: Scenario, variant: VariantMatrix.Variant) throws(DocumentError) {
        let source = scenario.source
        func filled(_ value: JSONValue, _ path: String) throws(DocumentError) -> JSONValue {
            try variant.applied(to: value, source: source, path: path)
        }
        self.scenario = scenario
        name = scenario.id + variant.text
        let portal = try filled(scenario.portal, "portal")
        guard var overlay = portal.object else {
            throw DocumentError(.wrongType, source: source, keyPath: "portal", problem: "is not an object")
        }
        preset = overlay.removeValue(forKey: "preset")?.string ?? "anonymous"
        self.overlay = .object(overlay)
        interface = variant.value(of: "api")?.string.flatMap(Scenario.Interface.init) ?? scenario.interface
        var script = Script(
            environment: try filled(scenario.environment, "environment"), steps: try filled(scenario.client, "client"))
        environment = try EnvironmentPlan(script.environment, source: source)
        steps = try Step.list(script.steps, source: source, path: "client")
        expectation = try filled(scenario.expectation, "expect")
        _ = try Expectation(decoding: expectation, source: source, path: "expect")
        if let foreign = scenario.foreign {
            self.foreign = try ForeignPlan(try filled(foreign, "foreign"), source: source)
        } else {
            foreign = nil
        }
        switch scenario.twin {
        case .scenario(let id): twin = .scenario(id)
        case .changed(let portal, let client):
            script.twinSteps = try client.map { value throws(DocumentError) in try filled(value, "twin.client") }
            let steps = try script.twinSteps.map { value throws(DocumentError) in
                try Step.list(value, source: source, path: "twin.client")
            }
            twin = .changed(overlay: try filled(portal ?? .object([:]), "twin.portal"), steps: steps)
        case nil:
            let isNegative = expectation["final"]?["status"]?.string == "failed"
            let repair = Scenario.defaultTwin(of: portal, preset: preset)
            twin = isNegative ? repair.map { .changed(overlay: $0, steps: nil) } : nil
        }
        self.script = script
    }
}

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
    /// The API key of every request.
    let key: KeyPlan
    /// How the stores are kept from one start to the next; nil in memory only.
    let store: StorePlan.Opening?
    /// What else of the client's events belongs into `expect.events`.
    let hears: Set<RunLog.Hearing>
    /// The hosts that share their portal's tokens.
    let tokenFamilies: [[String]]

    init(_ value: JSONValue, source: String) throws(DocumentError) {
        let reader = try DocumentReader(
            value, source: source, path: "environment",
            keys: [
                "trusts", "referer", "carriers", "attempts", "userAgent", "clockAhead", "identities", "limits", "waits",
                "proxy", "retry", "oauth", "apiKey", "hears", "store", "identityProxies", "tokenFamilies",
            ])
        oauth = reader["oauth"] == nil ? [] : try OAuthPlan.list(reader, "oauth")
        proxies = reader["identityProxies"] == nil ? [] : try ProxyPlan.list(reader, "identityProxies")
        key = try KeyPlan(reader, "apiKey")
        store = try reader["store"].map { value throws(DocumentError) in
            try StorePlan.Opening(value, source: source, path: "environment.store")
        }
        hears = Set(try reader.names("hears", as: RunLog.Hearing.self) ?? [])
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

    private enum WaitsName: String, CaseIterable { case pass, hold }

    /// The carriers by name.
    enum CarrierName: String, CaseIterable {
        case esriHeader
        case authorizationHeader
        case form
        case query
    }
}
