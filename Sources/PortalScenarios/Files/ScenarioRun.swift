internal import JSONValues
internal import PortalJudge

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
    /// Not decoded: it may hold placeholders that only the running portal can fill.
    let expectation: JSONValue
    let foreign: ForeignPlan?
    let twin: TwinPlan?

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
        environment = try EnvironmentPlan(try filled(scenario.environment, "environment"), source: source)
        steps = try Step.list(try filled(scenario.client, "client"), source: source, path: "client")
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
            let steps = try client.map { value throws(DocumentError) in
                try Step.list(try filled(value, "twin.client"), source: source, path: "twin.client")
            }
            twin = .changed(overlay: try filled(portal ?? .object([:]), "twin.portal"), steps: steps)
        case nil:
            let isNegative = expectation["final"]?["status"]?.string == "failed"
            let repair = Scenario.defaultTwin(of: portal, preset: preset)
            twin = isNegative ? repair.map { .changed(overlay: $0, steps: nil) } : nil
        }
    }
}

/// What the client is given before it starts.
struct EnvironmentPlan: Sendable {
    /// `portal`, `nothing`, or a recipe whose own authority is trusted.
    let trusts: String
    let referer: String
    let carriers: [String]?
    let attempts: Int?
    /// Identities that are in the client's store.
    let identities: [IdentityFile]

    init(_ value: JSONValue, source: String) throws(DocumentError) {
        let reader = try DocumentReader(
            value, source: source, path: "environment",
            keys: ["trusts", "referer", "carriers", "attempts", "identities"])
        trusts = try reader.text("trusts") ?? "portal"
        referer = try reader.text("referer") ?? "https://client.test/app"
        carriers = try reader.words("carriers", as: CarrierWord.self)?.map(\.rawValue)
        attempts = try reader.number("attempts", in: 1...100)
        identities = try IdentityFile.list(reader, "identities")
    }

    /// The carriers by name.
    enum CarrierWord: String, CaseIterable {
        case esriHeader
        case authorizationHeader
        case form
        case query
    }
}
