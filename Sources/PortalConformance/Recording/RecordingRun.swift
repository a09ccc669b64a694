internal import JSONValues
internal import PortalJudge
internal import PortalTransport

/// Looks at a portal that is not ours and makes a portal document of what it saw.
package struct RecordingRun: Sendable {
    let plan: ConformancePlan
    /// Of one answer; those of portals that were measured take a tenth of it at most.
    private static let mostBytes = 1 << 20

    package init(_ plan: ConformancePlan) { self.plan = plan }

    /// Asks and scrubs; throws where there is no portal, or where its documents cannot be had.
    package func run() async throws(ConformanceError) -> RecordedPortal {
        let survey = try await PortalSurvey.perform(plan)
        if let obstacle = survey.obstacle { throw ConformanceError(obstacle) }
        let round = await LookRound.perform(plan, askMember: true)
        for (question, answer) in round.answers.sorted(by: { $0.key < $1.key })
        where !question.hasPrefix("content/items/{id}/data") {
            guard let size = answer.response?.body.count, size > Self.mostBytes else { continue }
            throw ConformanceError(
                "the answer to \(question) takes \(size) bytes, and of up to \(Self.mostBytes >> 20) MiB one is recorded"
            )
        }
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
