import HTTPSemantics
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import PortalSimulator

/// What happens where a portal keeps as much as it may.
@Suite struct `Limits of a portal` {
    private static func limits(_ change: (inout ResourceLimits) -> Void) -> ResourceLimits {
        var limits = ResourceLimits()
        change(&limits)
        return limits
    }

    private static func told(_ outcome: SiteProbe.Outcome) -> [String] {
        outcome.answer.notes.decisions.filter { $0.gate == "limits" }.map(\.reason)
    }

    @Test func `the oldest token ends, and the journal says so`() throws {
        let probe = try SiteProbe("token", ["access": "private"], limits: Self.limits { $0.tokens = 2 })
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        let made = (1...3).map { _ in probe.generate(form) }
        let tokens = made.compactMap { $0.json["token"]?.string }
        #expect(made.map(\.answer.notes.issued) == ["token#1", "token#2", "token#3"])
        #expect(made.map(Self.told) == [[], [], ["token#1 is over: the portal keeps 2 of them"]])
        #expect(tokens.map { probe.get("portals/self", token: $0).code } == [498, 200, 200])
        #expect(probe.site.forgottenSecrets == 1)
        #expect(probe.site.canaries().filter { $0.kind == .token }.map(\.name) == ["token#2", "token#3"])
        try probe.site.perform(.expire("token#3"))
        #expect(probe.get("portals/self", token: tokens[2]).code == 498)
        let error = #expect(throws: BlueprintError.self) { try probe.site.perform(.expire("token#1")) }
        #expect(error?.problem.contains("forgotten") == true)
    }

    @Test func `the oldest code, refresh token and browser end`() throws {
        let oauth = try OAuthProbe(
            limits: Self.limits {
                $0.codes = 1
                $0.refreshTokens = 1
                $0.sessions = 1
            })
        let (first, second) = (oauth.code(), oauth.code())
        #expect(oauth.redeem(first).refusal.contains("Invalid code"))
        let given = oauth.redeem(second)
        #expect(oauth.user(of: given.accessToken) == "alice")
        let page = oauth.authorize()
        let third = oauth.signIn(page)
        #expect(
            Self.told(third).sorted() == [
                "code#2 is over: the portal keeps 1 of them", "session#2 is over: the portal keeps 1 of them",
            ])
        let more = oauth.redeem(OAuthProbe.parameter("code", of: third.header("Location") ?? "") ?? "")
        #expect(Self.told(more) == ["refresh#1 is over: the portal keeps 1 of them"])
        #expect(oauth.refresh(given.refreshToken).refusal.contains("Invalid refresh_token"))
        #expect(oauth.user(of: oauth.refresh(more.refreshToken).accessToken) == "alice")
        #expect(oauth.probe.site.forgottenSecrets == 5)
    }

    @Test func `who has had the sign-in page for longest must begin again`() throws {
        let oauth = try OAuthProbe(limits: Self.limits { $0.signInPages = 1 })
        let first = oauth.authorize()
        let second = oauth.authorize()
        #expect(Self.told(second) == ["the oldest sign-in page is over: the portal keeps 1 of them"])
        #expect(oauth.signIn(first).text.contains("too old"))
        #expect(oauth.signIn(second).status == 302)
        #expect(Self.told(oauth.authorize()) == [])
    }

    @Test func `rendered answers are kept up to a number of bytes`() {
        var kept = RenderedAnswers()
        func key(_ path: String) -> RenderedKey {
            RenderedKey(path: path, server: nil, viewer: .anonymous, format: .json)
        }
        let large = PreparedAnswer(status: 200, body: [UInt8](repeating: 0x20, count: 6 << 20))
        for name in ["a", "b", "b", "c"] { kept.keep(large, for: key(name)) }
        #expect(kept[key("a")] != nil && kept[key("b")] != nil && kept[key("c")] == nil)
        kept.keep(PreparedAnswer(status: 200, body: [0x20]), for: key("d"))
        #expect(kept[key("d")] != nil && kept.bytes == 24 << 20 | 2)
        kept.forget()
        #expect(kept[key("a")] == nil && kept.bytes == 0)
    }

    @Test func `a refresh token remembers no tokens that are gone`() throws {
        let oauth = try OAuthProbe(limits: Self.limits { $0.tokens = 4 })
        let refresh = oauth.redeem(oauth.code()).refreshToken
        for _ in 0..<2_100 { _ = oauth.refresh(refresh) }
        let kept = oauth.probe.site.state.withLock { $0.oauth.refreshTokens[refresh]?.accessTokens.count ?? 0 }
        #expect(kept < 1_100)
        let last = oauth.refresh(refresh).accessToken
        _ = oauth.revoke(refresh)
        #expect(oauth.user(of: last) == nil)
    }

    @Test func `passwords are changed so often and no more`() throws {
        let probe = try SiteProbe("token", limits: Self.limits { $0.passwordChanges = 2 })
        for number in 1...2 { try probe.site.perform(.password(["alice": Secret("p\(number)")])) }
        let error = #expect(throws: BlueprintError.self) { try probe.site.perform(.password(["alice": Secret("p3")])) }
        #expect(error?.description.contains("2 times") == true && error?.description.contains("p3") == false)
        #expect(probe.password(of: "alice") == "p2")
    }

    @Test(arguments: [Int.min, -1, 0])
    func `a limit below 0 counts as 0`(limit: Int) throws {
        let probe = try SiteProbe("token", limits: Self.limits { $0.notifications = limit })
        let token = try probe.token(for: "alice")
        let made = probe.post("community/createGroup", ["title": "A"], token: token)
        let id = try #require(made.json["group"]?["id"]?.string)
        probe.post("community/groups/\(id)/addUsers", ["users": "dana"], token: token)
        let sent = probe.post(
            "community/groups/\(id)/createNotification", ["users": "dana", "message": "1"], token: token)
        #expect(sent.code == 200, "\(sent.text)")
        let told = probe.get("community/users/dana/notifications", token: try probe.token(for: "dana"))
        #expect(told.json["notifications"] == [])
    }

    @Test(arguments: [(2, [2, 3]), (3, [1, 2, 3]), (.max, [1, 2, 3]), (0, []), (.min, [])] as [(Int, [Int])])
    func `the last ones are kept`(limit: Int, kept: [Int]) {
        var list = [1, 2, 3]
        list.keepLast(limit)
        #expect(list == kept)
    }

    private func add(_ count: Int, name: String, to probe: SiteProbe, more: String = "&rollbackOnFailure=false") throws
        -> SiteProbe.Outcome
    {
        let feature = "{\"attributes\":{\"NAME\":\"\(name)\"}}"
        let list = Array(repeating: feature, count: count).joined(separator: ",")
        return probe.send(
            "POST", "/server/rest/services/Traffic/FeatureServer/0/applyEdits",
            headers: [("X-Esri-Authorization", "Bearer \(try probe.token(for: "alice"))")],
            form: "adds=[\(list)]&f=json\(more)")
    }

    @Test func `edits add so many features, and then fail`() throws {
        let probe = try SiteProbe("token", limits: Self.limits { $0.addedFeatures = 3 })
        let outcome = try add(5, name: "Elm", to: probe)
        #expect(outcome.json["addResults"]?.array?.map { $0["success"] } == [true, true, true, false, false])
        let words = "the layer takes 3 added features until the portal is reset"
        #expect(outcome.json["addResults"]?[3]["error"]?["description"]?.string == words)
        #expect(Self.told(outcome) == [words])
    }

    @Test func `edits add so many bytes, and undone ones none`() throws {
        let probe = try SiteProbe("token", limits: Self.limits { $0.editedBytes = 1_000 })
        let name = String(repeating: "n", count: 40)
        // What is rolled back takes no room.
        for _ in 0..<10 {
            let undone = try add(3, name: name, to: probe, more: "&deletes=99999")
            #expect(Self.told(undone) == [])
        }
        let results = try add(20, name: name, to: probe).json["addResults"]?.array?.map { $0["success"] } ?? []
        let done = results.prefix { $0 == true }.count
        #expect((3...10).contains(done) && results.dropFirst(done).allSatisfy { $0 == false })
        // A text that replaces another of its length takes none either.
        for _ in 0..<10 {
            let update = probe.send(
                "POST", "/server/rest/services/Traffic/FeatureServer/0/applyEdits",
                headers: [("X-Esri-Authorization", "Bearer \(try probe.token(for: "alice"))")],
                form: "updates=[{\"attributes\":{\"OBJECTID\":6,\"NAME\":\"\(name)\"}}]&f=json")
            #expect(update.json["updateResults"]?[0]["success"] == true, "\(update.text)")
        }
    }
}
