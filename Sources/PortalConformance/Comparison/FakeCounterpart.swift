internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalTransport

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
            profile.service = portal.serverURL + service(like: round.answers, among: "(stranger)", "(member)")
            profile.federatedService = portal.serverURL + service(like: round.answers, among: "(federated)")
            profile.authorities = [portal.authority]
            try await chooseItems(like: round, for: &profile, at: portal.url)
            // Nothing stands in front of the fake: where the portal saw no stranger, the fake's member signs in.
            fake = await LookRound.perform(
                try ConformancePlan(portal: portal.url, profile: profile), askMember: true,
                signsInFirst: round.isWithoutStrangers)
        } catch {
            throw ConformanceError("the fake to compare with could not be started: \(error)")
        }
        return round.answers.keys.sorted().flatMap { question -> [ShapeDifference] in
            guard let portal = round.answers[question], let ours = fake.answers[question], portal.response != nil,
                areAlike(portal, ours)
            else { return [] }
            return ShapeComparison.differences(question, portal: portal, fake: ours)
        }
    }

    // MARK: like with like

    /// The fake's service of the same type as the one that the portal was asked about: a map service is no feature service.
    private static func service(like answers: [String: WireExchange], among viewers: String...) -> String {
        let real = viewers.lazy.compactMap { answers["rest/services/{service} \($0)"]?.url?.segments.last }.first
        switch real {
        case "MapServer"?: return "/rest/services/Traffic/MapServer"
        case "ImageServer"?: return "/rest/services/Aerial/ImageServer"
        case "VectorTileServer"?: return "/rest/services/Base/VectorTileServer"
        default: return "/rest/services/Traffic/FeatureServer"
        }
    }

    /// Takes the fake's items that have the types of the portal's, where it has such.
    private static func chooseItems(
        like round: LookRound, for profile: inout ConformanceProfile, at fake: String
    ) async throws {
        let plan = try ConformancePlan(portal: fake, profile: profile)
        let client = try RowClient(
            plan.portal, plan, trusting: plan.authorities, answers: plan.webTierAnswers, time: SystemTimeSource())
        defer { client.end() }
        if let member = profile.member { client.signIn(member) }
        func item(_ access: String, _ questions: String...) async -> String? {
            guard let type = questions.lazy.compactMap({ itemType(round.answers["content/items/{id} (\($0))"]) }).first
            else { return nil }
            let words = "type:\"\(type)\" access:\(access)"
            let query = "num=100&q=\(PercentEncoding.encode(words))"
            let found = await client.look(client.resource("search").with(query: query), as: .stored)
            return found?.document?["results"]?.array?.first { $0["type"]?.string == type }?["id"]?.string
        }
        if let id = await item("public", "public") { profile.publicItem = id }
        if let id = await item("private", "private, member", "private, stranger") { profile.privateItem = id }
    }

    /// The type of an item that an answer describes; nil for any other answer.
    private static func itemType(_ answer: WireExchange?) -> String? {
        guard let answer, answer.isSuccess, answer.endpoint == .item else { return nil }
        return answer.document?["type"]?.string
    }

    /// Whether two answers describe things of one type, or none that has types.
    private static func areAlike(_ portal: WireExchange, _ fake: WireExchange) -> Bool {
        guard let real = itemType(portal), let ours = itemType(fake) else { return true }
        return real == ours
    }
}
