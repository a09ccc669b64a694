package import JSONValues
internal import PortalJudge
internal import ScenarioFormat
internal import StructuredText

extension Scenario {
    /// The runs of the scenario: one per combination of its variants.
    package func runs() throws(DocumentError) -> [ScenarioRun] {
        try placing { () throws(DocumentError) in try readRuns() }
    }

    /// Runs a body that reads this scenario; an error about its file is given its line and column.
    ///
    /// An element of a list that stands for a list of a variant moves those behind it, and their places are not known.
    func placing<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError) -> Result {
        do {
            return try body()
        } catch {
            throw movesElements && error.keyPath.contains("[") ? error : text.placed(error)
        }
    }

    /// Whether a variant puts a list into a list, so that those behind it have other places than they are written at.
    var movesElements: Bool {
        variants.movesElements(of: [client, expectation, portal, environment, foreign ?? .null])
    }

    private func readRuns() throws(DocumentError) -> [ScenarioRun] {
        var runs: [ScenarioRun] = []
        for variant in variants.combinations { runs.append(try ScenarioRun(self, variant: variant)) }
        var used: Set<Int> = []
        for run in runs { used.formUnion(try run.derivation()?.used ?? []) }
        if let count = runs.first?.setup.foreign?.loosen.count,
            let index = (0..<count).first(where: { !used.contains($0) })
        {
            throw DocumentError(
                .unknownValue, source: source, keyPath: "foreign.loosen[\(index)]",
                problem:
                    "loosens nothing: no line of expect is one of those; take it away, or write it as the line is written"
            )
        }
        return runs
    }
}

extension ScenarioRun {
    /// What a command is asked, with the placeholders as they are written; nil where no command can be asked.
    func derivation() throws(DocumentError) -> ForeignDerivation? {
        guard let plan = setup.foreign else { return nil }
        let source = setup.scenario.source
        let own = try Expectation(decoding: setup.expectation, source: source, path: "expect")
        return try plan.derivation(from: own, source: source)
    }
}
