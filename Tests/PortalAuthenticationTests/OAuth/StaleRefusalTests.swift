import HTTPSemantics
import Platform
import PortalTransport
import PretendPortals
import Testing

@testable import PortalAuthentication

private let item = "https://h.test/portal/sharing/rest/content/items/private"

struct `A refusal of a refresh token` {
    @Test func `is forgotten once that was replaced meanwhile`() async throws {
        let door = Latch()
        let (stage, server) = Stage.oauth(holdingAnswer: { sent in
            if sent.form["grant_type"] == "exchange_refresh_token" { await door.wait() }
        })
        let credential = try await OAuthUserCredential.make(
            try Stage.configuration(), agent: PretendBrowser(server), in: stage.environment)
        stage.environment.credentials.add(credential)
        let first = try await credential.tokenInfo()
        stage.time.advance(by: .seconds(13 * 86400 + 60))
        let asking = Task { await failure { () throws(PortalError) in try await stage.ask(item) } }
        await stage.eventually { server.state.withLock { $0.issued == 2 } }
        // The portal has replaced it; a handler's own request, which waits for no other task, sends the old one.
        let refusal = await ChallengeScope.run {
            await failure { () throws(PortalError) in try await credential.renew(replacing: first) }
        }
        #expect(refusal?.code == .tokenInvalid && credential.state.withLock { $0.refusal } != nil)
        door.open()
        #expect(await asking.value == nil)
        stage.portal.change { $0.live = [] }
        _ = try await stage.ask(item)
        #expect(stage.transport.sent.last?.token == "access3" && stage.challenges.isEmpty)
    }
}
