import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

private let token = "https://h.test/portal/sharing/rest/oauth2/token"
private let item = "https://h.test/portal/sharing/rest/content/items/private"

struct `An application` {
    private func application(
        _ stage: Stage, portal: String = Traffic.portal, secret: String = "s3cr3t-client", lifetime: Duration? = nil
    ) throws -> OAuthApplicationCredential {
        let credential = OAuthApplicationCredential(
            portal: try PortalURL(portal), clientID: "app", clientSecret: Secret(secret), lifetime: lifetime,
            in: stage.environment)
        stage.environment.credentials.add(credential)
        return credential
    }

    @Test(
        arguments: [(nil, nil), (.seconds(7200), "120"), (.seconds(61), "2"), (.zero, nil)] as [(Duration?, String?)])
    func `signs in with its secret when a token is needed`(_ lifetime: Duration?, _ minutes: String?) async throws {
        let (stage, _) = Stage.oauth()
        let credential = try application(stage, lifetime: lifetime)
        #expect(stage.transport.sent.isEmpty)
        _ = try await stage.ask(item)
        _ = try await stage.ask(item)
        #expect(stage.transport.lines == ["POST \(token)", "GET \(item) +access1", "GET \(item) +access1"])
        let form = stage.transport.sent[0].form
        #expect(form["grant_type"] == "client_credentials" && form["client_secret"] == "s3cr3t-client")
        #expect(form["expiration"] == minutes && form["redirect_uri"] == nil)
        #expect(credential.username == nil && stage.transport.sent[0].query.isEmpty)
    }

    @Test func `is no user of the portal that it loads`() async throws {
        let (stage, server) = Stage.oauth()
        _ = try application(stage)
        stage.portal.can("/portals/self", .json(["name": "City", "appInfo": ["appId": "app"]]))
        let portal = Portal(
            url: try PortalURL(Traffic.portal), connection: .authenticated, in: stage.environment)
        try await portal.load()
        #expect(portal.user == nil && stage.transport.sent.last?.token == "access1")
        #expect(server.state.withLock { $0.issued } == 1)
    }

    @Test func `signs in again on a refusal and before its token ends`() async throws {
        let (stage, _) = Stage.oauth()
        _ = try application(stage)
        _ = try await stage.ask(item)
        stage.portal.change { $0.live = [] }
        _ = try await stage.ask(item)
        stage.time.advance(by: .seconds(1700))
        _ = try await stage.ask(item)
        #expect(
            stage.transport.lines == [
                "POST \(token)", "GET \(item) +access1", "GET \(item) +access1", "POST \(token)",
                "GET \(item) +access2", "POST \(token)", "GET \(item) +access3",
            ])
    }

    @Test func `signs in once for everybody`() async throws {
        let door = Latch()
        let (stage, _) = Stage.oauth(wrap: { sent in if sent.path == token { await door.wait() } })
        _ = try application(stage)
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<16 {
                group.addTask { await failure { () throws(PortalError) in try await stage.ask(item) } }
            }
            await stage.waitForTokenWaiters(16)
            door.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(stage.transport.lines.filter { $0 == "POST \(token)" }.count == 1)
    }

    @Test func `whose secret is wrong sends it once and asks no handler`() async throws {
        let (stage, server) = Stage.oauth()
        stage.handle { _ in .cancel }
        _ = try application(stage, secret: "wr0ng-s3cr3t")
        server.change {
            $0.refusals = [
                .json([
                    "error": [
                        "code": 400, "error": "invalid_client_secret", "message": "wr0ng-s3cr3t is no secret",
                    ]
                ])
            ]
        }
        for _ in 0..<2 {
            let error = await failure { () throws(PortalError) in try await stage.ask(item) }
            #expect(error?.code == .oauth && error?.oauthError == "invalid_client_secret")
            #expect(error?.serverMessage == "*** is no secret")
        }
        #expect(stage.transport.lines == ["POST \(token)"] && stage.challenges.isEmpty)
        stage.environment.authentication.forgetRefusals()
        _ = await failure { () throws(PortalError) in try await stage.ask(item) }
        #expect(stage.transport.lines.count == 2)
    }

    @Test func `without a secret sends nothing`() async throws {
        let (stage, _) = Stage.oauth()
        let credential = try application(stage, secret: "")
        let error = await failure { () throws(PortalError) in try await credential.tokenInfo() }
        #expect(error?.code == .emptyCredentials && stage.transport.sent.isEmpty)
    }

    @Test func `sends its secret over TLS, whatever the portal's address says`() async throws {
        let (stage, _) = Stage.oauth()
        _ = try application(stage, portal: "http://h.test/portal")
        _ = try await stage.ask("http://h.test/portal/sharing/rest/content/items/private")
        #expect(stage.transport.lines == ["POST \(token)", "GET \(item) +access1"])
    }
}
