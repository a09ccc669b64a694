internal import JSONValues

extension BuiltInDriver {
    /// Carries out steps in order, then waits for whatever still runs.
    func perform(_ steps: [any ScenarioStep]) async {
        if let startFailure { return fail(startFailure) }
        for step in steps { await perform(step) }
        await join()
    }

    /// Carries out one step.
    func perform(_ step: any ScenarioStep) async {
        let traits = step.traits
        await counting(isWork: !traits.contains(.isWaiting), isQuiet: traits.contains(.isQuiet)) {
            await step.perform(with: self)
        }
    }
}

extension ClientDialogue {
    /// Goes through steps and closes the client's input.
    func hold(_ steps: [any ScenarioStep]) async throws(Ending) {
        try await begin()
        for step in steps { try await step.hold(self) }
        try await join()
        try await end()
    }

    /// Sends the message of a step and gives its id; throws where the step has none.
    func send(_ step: any ScenarioStep) throws(Ending) -> Int {
        let message: StepMessage?
        do { message = try step.message(messages) } catch { throw .hindered("\(error)") }
        guard let message else {
            throw .hindered("the step \(type(of: step).names.joined(separator: " or ")) cannot be told to a client")
        }
        return try send(message)
    }
}
