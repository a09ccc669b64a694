import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// Catalogue Q06: a request may sign in for others, and leave before it is done.
struct `A request that signs in for others` {
    private static let roads = "https://h.test/server/rest/services/Roads/FeatureServer/0/query"

    /// Lets a POST lead and a GET join, and cancels the POST once something is so.
    private func cancelPost(
        _ stage: Stage, once isThere: (Stage) -> Bool, then body: () -> Void
    ) async -> (post: PortalError?, get: PortalError?) {
        let post = Task {
            await failure { () throws(PortalError) in
                try await stage.ask(Self.roads, method: .post, [("adds", "[1]")])
            }
        }
        await stage.eventually { stage.challenges.count == 1 }
        let get = Task { await failure { () throws(PortalError) in try await stage.ask(Web.site) } }
        await stage.eventually { stage.environment.authentication.waitingForSignIns == 2 }
        await stage.eventually { isThere(stage) }
        post.cancel()
        let error = await post.value
        body()
        return (error, await get.value)
    }

    @Test func `is not sent after it was cancelled during the question`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let stage = tier.stage()
        let door = Latch()
        stage.answer { _ in
            await door.wait()
            return Web.right
        }
        let errors = await cancelPost(stage, once: { _ in true }, then: door.open)
        #expect(errors.post?.code == .cancelled && errors.get == nil)
        #expect(stage.transport.lines == ["POST \(Self.roads)", "GET \(Web.site)", "GET \(Web.site)"])
        #expect(stage.challenges == ["digest,0"], "the request that joined does not ask again")
    }

    @Test func `is ended where it was cancelled while it was sent`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let never = Latch()
        let stage = tier.stage(wrap: { sent in
            if sent.method == "POST", sent.header("Authorization") != nil { await never.wait() }
        })
        let joined = Latch()
        stage.answer { _ in
            await joined.wait()
            return Web.right
        }
        let watch = Task {
            await stage.eventually { stage.environment.authentication.waitingForSignIns == 2 }
            joined.open()
        }
        let errors = await cancelPost(stage, once: { $0.transport.sent.count == 3 }, then: {})
        await watch.value
        #expect(errors.post?.code == .cancelled && errors.get == nil)
        #expect(stage.transport.sent.map(\.method) == ["POST", "GET", "POST", "GET"])
        #expect(stage.challenges == ["digest,0"])
    }
}
