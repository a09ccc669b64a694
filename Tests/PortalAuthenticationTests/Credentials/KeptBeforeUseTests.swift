import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

private let item = "https://h.test/portal/sharing/rest/content/items/private"
private let folder = "https://h.test/portal/sharing/rest/content/folder"

/// Catalogue O13 and O28: what a process that ends now would lose is in every store first.
struct `A new token` {
    /// Lets two requests need a new token while nothing can be written; gives what they sent until then, and their failures.
    private func sentBeforeKept(
        _ stage: Stage, to url: String = item
    ) async throws -> (sent: [ScriptedTransport.Sent], errors: [PortalError?]) {
        let kept = MemoryPersistence()
        try await stage.environment.credentials.makePersistent(kept, in: stage.environment)
        try await stage.environment.credentials.save()
        kept.hold(true)
        let first = Task { await failure { () throws(PortalError) in try await stage.ask(url) } }
        await stage.eventually { kept.state.withLock { !$0.waiting.isEmpty } }
        let count = stage.transport.sent.count
        let second = Task { await failure { () throws(PortalError) in try await stage.ask(url) } }
        await stage.eventually {
            stage.environment.authentication.waitingForTokens == 2 || stage.transport.sent.count > count + 1
        }
        let sent = stage.transport.sent
        kept.hold(false)
        return (sent, [await first.value, await second.value])
    }

    @Test func `of an application is kept before a request is signed with it`() async throws {
        let (stage, _) = Stage.oauth()
        stage.environment.credentials.add(
            OAuthApplicationCredential(
                portal: try PortalURL(Traffic.portal), clientID: "app", clientSecret: Secret("s3cr3t-client"),
                in: stage.environment))
        let (sent, errors) = try await sentBeforeKept(stage)
        #expect(sent.allSatisfy { $0.token == nil } && errors == [nil, nil])
        #expect(stage.transport.sent.suffix(2).map(\.token) == ["access1", "access1"])
    }

    @Test func `of a user name and a password is kept before a request is signed with it`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let (sent, errors) = try await sentBeforeKept(stage)
        #expect(sent.allSatisfy { $0.token == nil } && errors == [nil, nil])
    }

    @Test func `for a proxy is kept with its refresh token before a request carries it`() async throws {
        let (stage, proxy) = Stage.proxied()
        stage.environment.credentials.add(
            try await IAPCredential.make(
                try PretendIdentityProxy.configuration(["h.test"]), agent: proxy.browser, in: stage.environment))
        let old = try #require(proxy.state.withLock { $0.live.first })
        proxy.change { $0.live = [] }
        let (sent, errors) = try await sentBeforeKept(stage, to: folder)
        #expect(sent.allSatisfy { $0.idToken == nil || $0.idToken == old } && errors == [nil, nil])
        #expect(stage.transport.sent.last?.idToken?.hasSuffix("signature2") == true)
    }
}
