package import JSONValues
internal import ScenarioFormat

extension Scenario {
    /// The runs of the scenario: one per combination of its variants.
    package func runs() throws(DocumentError) -> [ScenarioRun] {
        var runs: [ScenarioRun] = []
        for variant in variants.combinations { runs.append(try ScenarioRun(self, variant: variant)) }
        return runs
    }
}
