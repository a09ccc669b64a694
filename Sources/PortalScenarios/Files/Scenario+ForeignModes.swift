package import ScenarioFormat

extension Scenario {
    /// How each run can be asked of another client; empty where the scenario cannot be read.
    package var foreignModes: [ForeignModes] {
        ((try? runs()) ?? []).map { run in
            ForeignModes(
                byTask: run.foreign != nil, commandObstacle: run.foreign == nil ? run.taskObstacle : nil,
                stepsObstacle: run.dialogueObstacle, needsMore: !run.needs.isEmpty)
        }
    }
}
