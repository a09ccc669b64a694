import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// Who is signed in to the web tier and lacks a right is told so, and keeps what he has (rules R10, R12).
struct `Rights of a web tier's user` {
    private static let closed = "https://h.test/portal/sharing/rest/content/items/closed"

    private func ask(_ stage: Stage, _ url: String = Web.site) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    private func stage(naming user: Bool) -> Stage {
        let stage = Stage()
        stage.portal.can(
            "/portals/self", .json(user ? ["id": "O", "user": ["username": "alice"]] : ["id": "O"]), forEver: true)
        stage.portal.can("/closed", .denied, forEver: true)
        stage.handle { _ in .withoutCredential }
        return stage
    }

    @Test func `are denied where the portal has named the user`() async throws {
        let named = stage(naming: true)
        #expect(await ask(named) == nil)
        #expect(await ask(named, Self.closed)?.code == .accessDenied && named.challenges.isEmpty)

        let unknown = stage(naming: false)
        #expect(await ask(unknown) == nil)
        #expect(await ask(unknown, Self.closed)?.code == .authenticationRequired && unknown.challenges == ["token,0"])

        let other = stage(naming: true)
        #expect(await ask(other) == nil)
        let elsewhere = Self.closed.replacingPortal(by: "other")
        #expect(await ask(other, elsewhere)?.code == .authenticationRequired)
    }

    @Test func `are asked for again after a sign-out`() async throws {
        let stage = stage(naming: true)
        #expect(await ask(stage) == nil)
        await stage.environment.authentication.signOut()
        #expect(await ask(stage, Self.closed)?.code == .authenticationRequired)
    }

    /// A tier that lets alice in everywhere but at `/closed`.
    private func tier(_ isRight: Locked<Bool> = Locked(true)) -> Stage {
        let tier = PretendWebTier(PretendWebTier.basic)
        let portal = PretendPortal()
        return Stage(script: { sent throws(TransportError) in
            if !isRight.withLock({ $0 }) { tier.change { $0.passwords = [:] } }
            let answer = tier.answer(sent) { portal.answer(sent) }
            guard answer.status == 200, sent.path.hasSuffix("/closed") else { return answer }
            var refusal = HTTPResponse.text("<html>401</html>", status: 401)
            refusal.headers.append(HeaderField("WWW-Authenticate", "Basic realm=\"portal\""))
            return refusal
        })
    }

    @Test func `that lack at one place do not lock the user out of the others`() async throws {
        let stage = tier()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Self.closed)?.code == .httpAuthentication)
        #expect(stage.challenges == ["basic,0", "basic,1"])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Web.item) == nil)
        #expect(stage.challenges.count == 2, "the good password was lost")
        // What is closed to alice is not tried in her name again.
        let sent = stage.transport.sent.count
        #expect(await ask(stage, Self.closed)?.code == .httpAuthentication)
        #expect(stage.transport.sent.dropFirst(sent).allSatisfy { $0.header("Authorization") == nil })
    }

    @Test func `are another user's where another user signs in`() async throws {
        let stage = tier()
        stage.answer(inTurn: [Web.right, Web.right, Web.right])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Self.closed)?.code == .httpAuthentication)
        let tries = stage.transport.sent.filter { $0.path == Self.closed && $0.header("Authorization") != nil }
        #expect(tries.count == 1, "the same pair was sent again")
    }

    @Test func `end with the password itself`() async throws {
        let isRight = Locked(true)
        let stage = tier(isRight)
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        isRight.withLock { $0 = false }
        #expect(await ask(stage)?.code == .httpAuthentication)
        let sent = stage.transport.sent.count
        #expect(await ask(stage, Web.item)?.code == .httpAuthentication)
        #expect(stage.transport.sent.dropFirst(sent).allSatisfy { $0.header("Authorization") == nil })
    }
}

extension String {
    fileprivate func replacingPortal(by name: String) -> String {
        split(separator: "/", omittingEmptySubsequences: false).map { $0 == "portal" ? name : String($0) }
            .joined(separator: "/")
    }
}
