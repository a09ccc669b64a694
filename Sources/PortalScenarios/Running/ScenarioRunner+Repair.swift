internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import ScenarioFormat

extension ScenarioRunner {
    /// Everything that a twin of the built-in client depends on: variants that differ only in their fault share it.
    struct Repair: Hashable, Sendable {
        let blueprint: Blueprint
        let preset: String
        let interface: Scenario.Interface
        let script: ScenarioRun.Script
    }

    /// The twin whose portal, and perhaps steps, are changed; each one is run once.
    func repaired(_ run: ScenarioRun, _ overlay: JSONValue, _ steps: [any ScenarioStep]?) async -> Twin {
        guard let blueprint = try? run.setup.twinBlueprint(overlay, in: library.fixtures) else {
            return await twin { await performBuiltIn(run, overlay: overlay, steps: steps) }
        }
        let repair = Repair(blueprint: blueprint, preset: run.preset, interface: run.interface, script: run.script)
        let task = repairs.withLock { repairs in
            if let running = repairs[repair] { return running }
            let task = Task {
                await self.twin { await self.performBuiltIn(run, overlay: overlay, steps: steps) }
            }
            repairs[repair] = task
            return task
        }
        return await task.value
    }
}
