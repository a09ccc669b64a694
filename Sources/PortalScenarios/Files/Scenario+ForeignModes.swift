package import ScenarioFormat

extension Scenario {
    /// How each run can be asked of another client; empty where the scenario cannot be read.
    package var foreignModes: [ForeignModes] {
        ((try? runs()) ?? []).map { run in
            let bySteps = run.dialogueObstacle == nil
            return ForeignModes(
                byCommand: run.foreign != nil, bySteps: bySteps,
                byPlainSteps: bySteps && run.steps.traits.isDisjoint(with: [.needsParallelClient, .needsSteeredClock]))
        }
    }
}
