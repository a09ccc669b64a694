import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// Rule R24: whatever was on its way when the user signed out ends with the answer that it waits for.
struct `A sign-out in the middle` {
    private static let url = "https://h.test/portal/sharing/rest/a"

    /// A request with a token whose first answer comes after the sign-out.
    private func end(with answer: HTTPResponse?) async throws -> (stage: Stage, error: PortalError?) {
        let door = Latch()
        let portal = PretendPortal()
        if let answer { portal.can("/a", answer) }
        let stage = Stage(script: { sent throws(TransportError) in
            guard sent.path.hasSuffix("/a") else { return portal.answer(sent) }
            await door.wait()
            if answer == nil {
                throw TransportError(.emptyReply, url: sent.path, detail: "nothing came", mayHaveBeenSent: true)
            }
            return portal.answer(sent)
        })
        stage.answer { _ in Web.right }
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let task = Task { await failure { () throws(PortalError) in try await stage.ask(Self.url) } }
        await stage.transport.waitForRequests(2)
        await stage.environment.authentication.signOut()
        door.open()
        return (stage, await task.value)
    }

    @Test func `sends no token to where a redirect leads`() async throws {
        let (stage, error) = try await end(with: .redirect(302, "b"))
        #expect(error?.code == .signedOut)
        #expect(stage.transport.lines == ["POST \(Traffic.token)", "GET \(Self.url) +tok1"])
    }

    @Test func `signs a request with a token in to no web tier`() async throws {
        var refusal = HTTPResponse.text("no", status: 401)
        refusal.headers.append(HeaderField("WWW-Authenticate", "Basic realm=\"portal\""))
        let (stage, error) = try await end(with: refusal)
        #expect(error?.code == .signedOut && stage.challenges.isEmpty)
        #expect(stage.transport.sent.count == 2)
    }

    @Test(arguments: [true, false]) func `begins no wait for a retry`(isBusy: Bool) async throws {
        var busy = HTTPResponse.text("busy", status: 503)
        busy.headers.append(HeaderField("Retry-After", "30"))
        let (stage, error) = try await end(with: isBusy ? busy : nil)
        #expect(error?.code == .signedOut && stage.transport.sent.count == 2)
        #expect(!stage.recorded.contains { if case .retrying = $0 { true } else { false } })
    }
}
