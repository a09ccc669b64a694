internal import HTTPSemantics
internal import PortalAuthentication

/// The fake that is nearest to a portal, asked the same questions.
enum FakeCounterpart {
    /// The preset whose documents a portal's are compared with; what stands in front of it makes no difference to them.
    static func preset(for facts: PortalFacts) -> String {
        if facts.view == "general" { return "general" }
        return facts.access == "private" ? "organization" : "token"
    }

    /// The differences between a portal's answers and the fake's, question by question; throws where no fake can be started.
    static func differences(
        from round: LookRound, facts: PortalFacts, startingFake start: ComparisonPortal.Start
    ) async throws(ConformanceError) -> [ShapeDifference] {
        let fake: LookRound
        do {
            let portal = try start(preset(for: facts))
            defer { portal.stop() }
            var profile = ConformanceProfile(source: "the fake")
            profile.member = portal.member
            // Items and a service of Fixtures/world.
            profile.publicItem = "3a900000000000000000000000000001"
            profile.privateItem = "3a900000000000000000000000000017"
            profile.publicMap = "3a900000000000000000000000000004"
            profile.privateMap = "3a900000000000000000000000000019"
            profile.service = portal.serverURL + "/rest/services/Traffic/FeatureServer"
            profile.federatedService = profile.service
            profile.authorities = [portal.authority]
            fake = await LookRound.perform(try ConformancePlan(portal: portal.url, profile: profile), askMember: true)
        } catch {
            throw ConformanceError("the fake to compare with could not be started: \(error)")
        }
        return round.answers.keys.sorted().flatMap { question -> [ShapeDifference] in
            guard let portal = round.answers[question], let ours = fake.answers[question], portal.response != nil else {
                return []
            }
            return ShapeComparison.differences(question, portal: portal, fake: ours)
        }
    }
}
