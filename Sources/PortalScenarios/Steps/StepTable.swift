internal import JSONValues

/// Every step that a scenario may have; a new one gets its line here.
enum StepTable {
    static let steps: [any ScenarioStep.Type] = [
        ConnectStep.self,
        LoadStep.self,
        RetryLoadStep.self,
        CancelLoadStep.self,
        DropStep.self,
        ResubmitStep.self,
        CredentialStep.self,
        RequestStep.self,
        QueryStep.self,
        RelatedStep.self,
        ItemStep.self,
        ThumbnailStep.self,
        FindStep.self,
        TrustStep.self,
        UntrustStep.self,
        AuthorityStep.self,
        AnswersStep.self,
        HandlersStep.self,
        ParallelStep.self,
        RepeatStep.self,
        BackgroundStep.self,
        JoinStep.self,
        PortalStep.self,
        IssueStep.self,
        AdvanceStep.self,
        WaitForStep.self,
        SignOutStep.self,
        DescribeStep.self,
        ImportIdentityStep.self,
        IdentitiesStep.self,
        RemoveIdentityStep.self,
        RestartStep.self,
        CancelStep.self,
        RemoveCredentialStep.self,
        SignInStep.self,
        ApplicationStep.self,
        RevokeTokensStep.self,
        ClearStoresStep.self,
        OpenStoresStep.self,
        DamageStoreStep.self,
        WebMapStep.self,
        OpenMapStep.self,
        CancelOpeningStep.self,
        PopupsStep.self,
        LayerStep.self,
        RetryLayerStep.self,
        EditStep.self,
        AttachmentsStep.self,
    ]
    /// Every key that names a step.
    static let names = steps.flatMap { $0.names }
    private static let byName: [String: any ScenarioStep.Type] = Dictionary(
        steps.flatMap { step in step.names.map { ($0, step) } }, uniquingKeysWith: { first, _ in first })

    /// Reads a list of steps, or a single one.
    static func list(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> [any ScenarioStep] {
        guard let elements = value.array else { return [try step(value, source: source, path: path)] }
        var steps: [any ScenarioStep] = []
        for (index, element) in elements.enumerated() {
            let step = try DocumentMistakes.part { () throws(DocumentError) in
                try Self.step(element, source: source, path: "\(path)[\(index)]")
            }
            if let step { steps.append(step) }
        }
        return steps
    }

    private static func step(
        _ value: JSONValue, source: String, path: String
    ) throws(DocumentError) -> any ScenarioStep {
        DocumentTrace.shape("step", at: path)
        DocumentTrace.note(.words(names), at: path)
        DocumentTrace.note(.onlyOne, at: path)
        let written = value.string.map { JSONValue.object([$0: .object([:])]) } ?? value
        let outer = try DocumentReader(written, source: source, path: path, keys: names)
        guard outer.keys.count == 1, let name = outer.keys.first, let type = byName[name] else {
            throw DocumentError(
                .wrongType, source: source, keyPath: path, problem: "a step has exactly one key", allowed: names)
        }
        return try type.init(reading: StepReader(name: name, outer: outer))
    }
}
