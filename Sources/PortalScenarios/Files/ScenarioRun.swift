package import FixtureFiles
package import JSONValues
internal import PortalAuthentication
internal import PortalJudge
internal import ScenarioFormat

/// One combination of a scenario's variants, read and checked, ready to run.
@dynamicMemberLookup
package struct ScenarioRun: Sendable {
    package let setup: RunSetup
    let steps: [any ScenarioStep]
    /// What the environment and the steps were read from, and the twin's steps where it has its own.
    let script: Script
    let twin: TwinPlan?

    /// What the run has beside its steps.
    package subscript<Value>(dynamicMember path: KeyPath<RunSetup, Value>) -> Value { setup[keyPath: path] }

    /// Everything that a client is given, as it is written.
    struct Script: Sendable, Hashable {
        let environment: JSONValue
        let steps: JSONValue
        var twinSteps: JSONValue?
    }

    /// What is run beside a negative.
    enum TwinPlan: Sendable {
        case changed(overlay: JSONValue, steps: [any ScenarioStep]?)
        case scenario(String)
    }

    init(_ scenario: Scenario, variant: VariantMatrix.Variant) throws(DocumentError) {
        let source = scenario.source
        func filled(_ value: JSONValue, _ path: String) throws(DocumentError) -> JSONValue {
            try variant.applied(to: value, source: source, path: path)
        }
        let portal = try filled(scenario.portal, "portal")
        guard var overlay = portal.object else {
            throw DocumentError(.wrongType, source: source, keyPath: "portal", problem: "is not an object")
        }
        let named: JSONValue = overlay.removeValue(forKey: "preset") ?? "anonymous"
        guard let preset = named.string else {
            throw DocumentError(
                .wrongType, source: source, keyPath: "portal.preset",
                problem: "\(DocumentReader.shown(named)) is not a text; give the name of a preset")
        }
        var script = Script(
            environment: try filled(scenario.environment, "environment"), steps: try filled(scenario.client, "client"))
        let given = try DocumentMistakes.part { () throws(DocumentError) in
            try EnvironmentPlan(script.environment, source: source)
        }
        let environment = if let given { given } else { try EnvironmentPlan([:], source: source) }
        DocumentTrace.note(.list, at: "client")
        DocumentTrace.note(.shape("step"), at: "client[]")
        try StepAmount.check(script.steps, source: source, path: "client")
        steps = try StepTable.list(script.steps, source: source, path: "client")
        let expectation = try filled(scenario.expectation, "expect")
        _ = try Expectation(decoding: expectation, source: source, path: "expect")
        let foreign =
            try DocumentMistakes.part { () throws(DocumentError) -> ForeignPlan? in
                guard let value = scenario.foreign else { return nil }
                return try ForeignPlan(try filled(value, "foreign"), source: source)
            } ?? nil
        setup = RunSetup(
            scenario: scenario, name: scenario.id + variant.text,
            interface: variant.value(of: "api")?.string.flatMap(Scenario.Interface.init) ?? scenario.interface,
            preset: preset, overlay: .object(overlay), environment: environment, expectation: expectation,
            foreign: foreign)
        switch scenario.twin {
        case .scenario(let id): twin = .scenario(id)
        case .changed(let portal, let client):
            script.twinSteps = try client.map { value throws(DocumentError) in try filled(value, "twin.client") }
            DocumentTrace.note(.list, at: "twin.client")
            DocumentTrace.note(.shape("step"), at: "twin.client[]")
            let steps = try script.twinSteps.map { value throws(DocumentError) in
                try StepAmount.check(value, source: source, path: "twin.client")
                return try StepTable.list(value, source: source, path: "twin.client")
            }
            twin = .changed(overlay: try filled(portal ?? .object([:]), "twin.portal"), steps: steps)
        case nil:
            let repair = Scenario.defaultTwin(of: portal, preset: preset)
            let isNegative = Scenario.isNegative(expectation)
            // What a variant fills in may make a negative, or take away the flaw that the twin is without.
            if isNegative, repair == nil { try DocumentMistakes.note(Scenario.missingTwin(source: source)) }
            twin = isNegative ? repair.map { .changed(overlay: $0, steps: nil) } : nil
        }
        self.script = script
    }
}

extension ScenarioRun {
    /// Throws where the portal of this run, or of its twin, is not one that can be started.
    package func checkBlueprints(in fixtures: FixtureTree) throws(DocumentError) {
        try setup.scenario.placing { () throws(DocumentError) in
            if case .changed(let overlay, _) = twin {
                _ = try setup.twinBlueprint(overlay, in: fixtures)
            } else {
                _ = try setup.blueprint(in: fixtures)
            }
        }
    }

    /// Why the steps cannot be told to any foreign client; nil where they can.
    var dialogueObstacle: String? {
        if let why = setup.environment.dialogueObstacle { return why }
        return steps.dialogueObstacle
    }

    /// Why a client cannot be told everything at once; nil where one can.
    var taskObstacle: String? { dialogueObstacle ?? steps.taskObstacle }

    /// What a foreign client needs for the run.
    var needs: StepTraits {
        let isSteered = setup.environment.clockAhead != nil || setup.environment.waits == .hold
        var needs = isSteered ? steps.needs.union(.needsSteeredClock) : steps.needs
        if setup.environment.kerberos != nil { needs.insert(.needsKerberos) }
        return needs
    }
}
