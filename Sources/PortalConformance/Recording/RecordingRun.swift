internal import JSONValues
internal import PortalJudge

/// Looks at a portal that is not ours and makes a portal document of what it saw.
package struct RecordingRun: Sendable {
    let plan: ConformancePlan

    package init(_ plan: ConformancePlan) { self.plan = plan }

    /// Asks and scrubs; throws where there is no portal, or where its documents cannot be had.
    package func run() async throws(ConformanceError) -> RecordedPortal {
        let survey = try await PortalSurvey.perform(plan)
        if let obstacle = survey.obstacle { throw ConformanceError(obstacle) }
        let round = await LookRound.perform(plan, askMember: true)
        let recorded = RecordedPortal(round, survey, plan)
        try check(recorded, round)
        return recorded
    }

    /// The last look before anything is written: no secret of the profile and no token may stand in any of the files.
    private func check(_ recorded: RecordedPortal, _ round: LookRound) throws(ConformanceError) {
        var transcript = TranscriptEvidence(plan.profile)
        transcript.learn(round.exchanges)
        for (path, document) in recorded.files {
            let text = document.text()
            for canary in transcript.canaries where canary.value.utf8.count >= 6 && text.contains(canary.value) {
                throw ConformanceError("\(path) would hold a secret (\(canary.name)); nothing was written")
            }
        }
    }
}
