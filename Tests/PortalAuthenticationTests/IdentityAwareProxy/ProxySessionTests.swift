import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// The end of a session of which a refresh token alone was kept (OpenID Connect RP-Initiated Logout 1.0 §2).
struct `A session at a proxy without an ID token` {
    private let stage: Stage
    private let proxy: PretendIdentityProxy
    private let credential: IAPCredential

    init() async throws {
        (stage, proxy) = Stage.proxied()
        let made = try await IAPCredential.make(
            try PretendIdentityProxy.configuration(["h.test"]), agent: proxy.browser, in: stage.environment)
        var document = try #require(made.stored().object)
        document["current"] = nil
        credential = try IAPCredential.restored(from: .object(document), in: stage.environment)
        stage.environment.credentials.add(credential)
    }

    private var paths: [String] { stage.transport.sent.dropFirst().map(\.path) }

    @Test func `is ended with one that its refresh token yields`() async throws {
        #expect(await stage.environment.authentication.signOut())
        #expect(paths == [PretendIdentityProxy.token, PretendIdentityProxy.logout])
        let hint = try #require(stage.transport.sent.last?.form["id_token_hint"])
        #expect(hint.hasSuffix("signature2") && !credential.canRenew)
        let error = await failure { () throws(PortalError) in try await credential.tokenInfo() }
        #expect(error?.code == .tokenInvalid)
    }

    @Test func `has ended where its refresh token is dead`() async throws {
        proxy.change { $0.refreshTokens = [] }
        try await credential.invalidate()
        #expect(paths == [PretendIdentityProxy.token] && !credential.canRenew)
        try await credential.invalidate()
        #expect(paths == [PretendIdentityProxy.token])
    }

    @Test func `is kept where the token endpoint answers with a server error`() async throws {
        proxy.change { $0.refusals = [.text("busy", status: 500)] }
        let error = await failure { () throws(PortalError) in try await credential.invalidate() }
        #expect(error?.code == .http && credential.canRenew)
        try await credential.invalidate()
        #expect(paths.last == PretendIdentityProxy.logout)
    }
}
