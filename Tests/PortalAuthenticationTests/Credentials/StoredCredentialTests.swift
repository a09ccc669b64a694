import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `A stored credential` {
    private static let item = "https://h.test/portal/sharing/rest/content/items/private"

    /// What the store would give after a restart, in a text as it would be sealed.
    private func restarted<Credential: StorableCredential>(_ credential: Credential, in stage: Stage) throws
        -> Credential
    {
        let text = credential.stored().text()
        let restored = try Credential.restored(from: try JSONValue(parsing: text), in: stage.environment)
        #expect(restored.stored() == credential.stored() && restored.serverContext == credential.serverContext)
        #expect(restored.username == credential.username && restored.referer == credential.referer)
        return restored
    }

    @Test func `of a user name and a password signs with its token and renews it`() async throws {
        let stage = Stage()
        let credential = try stage.alice(Traffic.server, tokenURL: Traffic.token, lifetime: .seconds(600))
        _ = try restarted(credential, in: stage)
        _ = try await credential.tokenInfo()
        stage.environment.credentials.add(try restarted(credential, in: stage))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.live = [] }
        _ = try await stage.ask(Traffic.server)
        #expect(
            stage.transport.lines == [
                "POST \(Traffic.token)", "GET \(Traffic.server) +tok1", "GET \(Traffic.server) +tok1",
                "POST \(Traffic.token)", "GET \(Traffic.server) +tok2",
            ])
        #expect(stage.transport.sent[3].form["password"] == Stage.password)
        #expect(stage.transport.sent[3].form["expiration"] == "10")
    }

    @Test func `of the web tier's user needs no password`() throws {
        let stage = Stage()
        let credential = TokenCredential(forWebTierUserOf: try HTTPURL(Traffic.server), in: stage.environment)
        #expect(try restarted(credential, in: stage).username == nil)
        #expect(credential.stored()["user"] == nil)
    }

    @Test func `of a given token has its referer`() async throws {
        let stage = Stage()
        let info = TokenInfo(
            accessToken: Secret("given"), expires: Timestamp(milliseconds: 1_800_000_000_000), requiresTLS: true)
        let credential = try PregeneratedTokenCredential(
            url: try HTTPURL(Traffic.server), tokenInfo: info, referer: "https://bound.test/")
        #expect(try await restarted(credential, in: stage).tokenInfo() == info)
    }

    @Test func `of a user who signed in through a browser needs no browser`() async throws {
        let (stage, server) = Stage.oauth()
        var configuration = try Stage.configuration(refresh: .minutes(600), exchange: .seconds(86_400))
        configuration.locale = "de"
        configuration.federatedTokenLifetime = .seconds(60)
        let credential = try await OAuthUserCredential.make(
            configuration, agent: PretendBrowser(server), in: stage.environment)
        let restored = try restarted(credential, in: stage)
        #expect(restored.configuration == configuration && restored.username == "alice")
        #expect(restored.refreshTokenExpires == credential.refreshTokenExpires)
        #expect(restored.stored()["session"]?["refresh"]?["issued"] == 1_700_000_000_000)
        stage.environment.credentials.add(restored)
        _ = try await stage.ask(Self.item)
        stage.time.advance(by: .seconds(86_400))
        _ = try await stage.ask(Self.item)
        #expect(stage.transport.sent.suffix(3).map(\.token) == ["access1", nil, "access2"])
        #expect(stage.transport.sent[2].form["grant_type"] == "exchange_refresh_token")
        #expect(stage.transport.sent[2].form["redirect_uri"] == "https://app.test/auth")
        let rotated = try restarted(restored, in: stage)
        stage.portal.change { $0.live = [] }
        _ = try await rotated.renew(replacing: try await rotated.tokenInfo())
        #expect(stage.transport.sent.last?.form["refresh_token"] == "refresh2")
        #expect(rotated.stored().text().contains("access3") && rotated.stored().text().contains("refresh2"))
    }

    @Test func `that was revoked has nothing left`() async throws {
        let (stage, server) = Stage.oauth()
        let credential = try await OAuthUserCredential.make(
            try Stage.configuration(), agent: PretendBrowser(server), in: stage.environment)
        try await credential.revoke()
        #expect(!credential.stored().text().contains("refresh1") && !credential.holdsLiveTokens)
        let restored = try restarted(credential, in: stage)
        let error = await failure { () throws(PortalError) in try await restored.tokenInfo() }
        #expect(error?.code == .tokenInvalid)
    }

    @Test func `of an application signs with its secret`() async throws {
        let (stage, _) = Stage.oauth()
        let credential = OAuthApplicationCredential(
            portal: try PortalURL(Traffic.portal), clientID: "app", clientSecret: Secret("s3cr3t-client"),
            lifetime: .seconds(600), in: stage.environment)
        let before = try await credential.tokenInfo()
        let restored = try restarted(credential, in: stage)
        #expect(try await restored.tokenInfo() == before)
        _ = try await restored.renew(replacing: before)
        #expect(stage.transport.sent.map { $0.form["client_secret"] } == ["s3cr3t-client", "s3cr3t-client"])
    }

    private static let kinds: [any StorableCredential.Type] = [
        TokenCredential.self, PregeneratedTokenCredential.self, OAuthUserCredential.self,
        OAuthApplicationCredential.self, IAPCredential.self,
    ]

    @Test func `has a kind of its own`() {
        #expect(Set(Self.kinds.map { $0.storedKind }).count == Self.kinds.count)
    }

    /// Every member of a document put out of place, one after the other.
    private func damaged(_ value: JSONValue) -> [JSONValue] {
        guard let members = value.object else { return [] }
        return members.flatMap { name, member -> [JSONValue] in
            var others: [JSONValue] = ([["of": ["another": "type"]], [1, 2]] as [JSONValue]).map { other in
                var copy = members
                copy[name] = other
                return .object(copy)
            }
            var copy = members
            copy[name] = nil
            others.append(.object(copy))
            others += damaged(member).map { inner in
                var copy = members
                copy[name] = inner
                return .object(copy)
            }
            return others
        }
    }

    @Test func `that is damaged is read in part or refused by name`() async throws {
        let (stage, server) = Stage.oauth()
        let person = try await OAuthUserCredential.make(
            try Stage.configuration(), agent: PretendBrowser(server), in: stage.environment)
        let user = try stage.alice(Traffic.server)
        let application = OAuthApplicationCredential(
            portal: try PortalURL(Traffic.portal), clientID: "app", clientSecret: Secret("s3cr3t-client"),
            in: stage.environment)
        let given = try PregeneratedTokenCredential(
            url: try HTTPURL(Traffic.server), tokenInfo: TokenInfo(accessToken: Secret("given")))
        var refusals = 0
        for credential in [person, user, application, given] as [any StorableCredential] {
            let kind = type(of: credential)
            for document in damaged(credential.stored()) + [.null, "text", [], ["unknown": 1]] {
                do throws(PortalError) {
                    _ = try kind.restored(from: document, in: stage.environment)
                } catch {
                    #expect(error.code == .storeCorrupted, "\(kind): \(error)")
                    #expect(!"\(error)".contains("refresh1") && !"\(error)".contains("s3cr3t"))
                    refusals += 1
                }
            }
        }
        #expect(refusals > 40)
    }
}
