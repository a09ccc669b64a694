import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

@testable import PortalClient

struct `A credential of one resource` {
    /// A kind of credential, and what requests for the resource are signed with then.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable (ClientIdentity) throws -> ResourceCredential
        /// What the store of tokens gets; nil for nothing.
        var token: (@Sendable (HTTPURL, PortalEnvironment) throws -> any StorableCredential)?
        /// What the store of the web tier gets; nil for nothing.
        var webTier: (@Sendable (ClientIdentity) -> NetworkCredential)?
        var spaces = AuthenticationMethod.basic
        let description: String
    }

    private static let password = Secret("s3cr3t-p4ss")
    private static let token = Secret("s3cr3t-t0ken")

    static let kinds = [
        Kind(
            testDescription: "password",
            make: { _ in
                .password(
                    username: "alice", password, tokenURL: try HTTPURL(Traffic.token), tokenLifetime: .seconds(600))
            }, token: ordered, webTier: { _ in .password(username: "alice", password) },
            description: "credential of alice"),
        Kind(
            testDescription: "token",
            make: { _ in
                .token(
                    username: "alice", password: password, tokenURL: try HTTPURL(Traffic.token),
                    tokenLifetime: .seconds(600))
            }, token: ordered, description: "credential of alice"),
        Kind(
            testDescription: "pregenerated token",
            make: { _ in .pregeneratedToken(token, referer: "https://bound.test/") },
            token: { url, _ in
                try PregeneratedTokenCredential(
                    url: url, tokenInfo: TokenInfo(accessToken: token), referer: "https://bound.test/")
            }, description: "token credential"),
        Kind(
            testDescription: "web tier", make: { _ in .webTier(username: "alice", password: password) },
            webTier: { _ in .password(username: "alice", password) }, description: "credential of alice"),
        Kind(
            testDescription: "certificate", make: { .certificate($0) }, webTier: { .certificate($0) },
            spaces: .clientCertificate, description: "alice"),
        Kind(testDescription: "anonymous", make: { _ in .anonymous }, description: "no credential"),
    ]

    private static let ordered: @Sendable (HTTPURL, PortalEnvironment) throws -> any StorableCredential = {
        TokenCredential(
            for: $0, username: "alice", password: password, tokenURL: try HTTPURL(Traffic.token),
            lifetime: .seconds(600), in: $1)
    }

    @Test(arguments: kinds, ["https", "http"])
    func `is kept in the store that can use it, for the resource alone`(_ kind: Kind, _ scheme: String) async throws {
        let alice = try Identities.named("alice")
        let environment = Stage().environment.isolated()
        let url = try HTTPURL("\(scheme)://h.test/server/rest/services/Traffic/MapServer")
        let credential = try kind.make(alice)
        try await credential.sign(url, in: environment)
        let tokens = environment.credentials.credentials.compactMap { $0 as? any StorableCredential }
        #expect(tokens.count == environment.credentials.credentials.count)
        #expect(try tokens.map { $0.stored() } == [kind.token?(url, environment).stored()].compactMap { $0 })
        // What is kept for a plain address is kept for its TLS twin too.
        let origins = try Set([scheme, "https"]).map { try #require(Origin(ofURL: "\($0)://h.test")) }
        var expected: [ProtectionSpace: NetworkCredential] = [:]
        for origin in origins {
            expected[ProtectionSpace(origin: origin, method: kind.spaces)] = kind.webTier?(alice)
        }
        #expect(environment.networkCredentials.credentials == expected)
        #expect(Set(credential.webTierSpaces(of: url, in: environment)) == Set(expected.keys))
    }

    @Test(arguments: [Secret(""), Secret("a\r\nb")])
    func `with a token that no header can carry is an invalid argument`(_ token: Secret<String>) async throws {
        let stage = Stage()
        let layer = FeatureLayer(
            url: try HTTPURL(Traffic.server), credential: .pregeneratedToken(token), in: stage.environment)
        let error = await failure { () throws(PortalError) in try await layer.load() }
        #expect(error?.code == .invalidArgument && stage.transport.sent.isEmpty)
    }

    @Test func `that is anonymous uses nothing of its environment, and asks no handler`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        stage.handle { _ in .cancel }
        let layer = FeatureLayer(url: try HTTPURL(Traffic.server), credential: .anonymous, in: stage.environment)
        let error = await failure { () throws(PortalError) in try await layer.load() }
        #expect(error?.code == .tokenRequired && stage.challenges.isEmpty)
        #expect(stage.transport.lines == ["GET \(Traffic.server)"])
    }

    /// Has a credential refused by a server, while something else happens.
    private func refuse(
        _ credential: ResourceCredential, in environment: PortalEnvironment,
        while body: @Sendable () async -> Void = {}
    ) async throws {
        let url = try HTTPURL(Traffic.server)
        let error = await failure { () async throws(PortalError) -> Bool in
            try await credential.trying(at: url, in: environment) { () async throws(PortalError) -> Bool in
                await body()
                throw PortalError(.tokenRequired, url: url, detail: "a token is required")
            }
        }
        #expect(error?.code == .tokenRequired)
    }

    @Test(arguments: kinds)
    func `that is refused leaves what there was, and nothing after a sign-out`(_ kind: Kind) async throws {
        let stage = Stage()
        let environment = stage.environment
        let credential = try kind.make(try Identities.named("alice"))
        let earlier = try stage.alice(Traffic.server)
        environment.credentials.add(earlier)
        let front = NetworkCredential.password(username: "front", Secret("door"))
        let space = ProtectionSpace(origin: try #require(Origin(ofURL: "https://h.test")), method: .basic)
        try await environment.networkCredentials.add(front, for: space)

        try await refuse(credential, in: environment)
        #expect(environment.credentials.credentials.count == 1)
        #expect(environment.credentials.credentials.first === earlier)
        #expect(environment.networkCredentials.credentials == [space: front])

        try await refuse(credential, in: environment) { _ = await environment.authentication.signOut() }
        #expect(environment.credentials.credentials.isEmpty)
        #expect(environment.networkCredentials.credentials.isEmpty)
    }

    @Test func `that is refused brings back an earlier client identity, and none after a sign-out`() async throws {
        let environment = Stage().environment
        let store = environment.networkCredentials
        let (alice, bob) = (try Identities.named("alice"), try Identities.named("bob"))
        let origin = try #require(Origin(ofURL: "https://h.test"))
        let space = ProtectionSpace(origin: origin, method: .clientCertificate)
        let earlier = NetworkCredential.certificate(alice)
        try await store.add(earlier, for: space)

        try await refuse(.certificate(bob), in: environment)
        #expect(store.credentials == [space: earlier])

        // An identity that the server refuses is forgotten before the attempt ends.
        try await refuse(.certificate(bob), in: environment) { await store.remove(for: space) }
        #expect(store.credentials == [space: earlier])

        try await refuse(.certificate(bob), in: environment) { _ = await environment.authentication.signOut() }
        #expect(store.credentials.isEmpty)
    }

    @Test func `that is refused leaves the sign-ins alone that came meanwhile`() async throws {
        let stage = Stage()
        let store = stage.environment.credentials
        let (alice, bob) = (try stage.alice(Traffic.server), try stage.alice(Traffic.server))
        let other = try stage.alice(Traffic.portal)
        store.add(alice)
        try await refuse(.pregeneratedToken(Self.token), in: stage.environment) {
            store.add(bob)
            store.add(other)
        }
        #expect(store.credentials.count == 2)
        #expect(store.credential(for: try HTTPURL(Traffic.server)) === bob)
        #expect(store.credential(for: try HTTPURL(Traffic.portal)) === other)
    }

    @Test(arguments: kinds) func `shows a user name at most`(_ kind: Kind) throws {
        let alice = try Identities.named("alice")
        let credential = try kind.make(alice)
        #expect(credential.description.contains(kind.description))
        var dumped = ""
        dump(credential, to: &dumped, maxDepth: 12)
        dump(LegacyCredential(credential), to: &dumped, maxDepth: 12)
        dump(LayerDisposition.retry(credential), to: &dumped, maxDepth: 12)
        for text in ["\(credential)", String(reflecting: credential), "\([credential])", dumped] {
            #expect(!text.contains("s3cr3t") && !text.contains("PRIVATE KEY"))
        }
    }
}

@Suite struct `An older credential` {
    /// What a content and an `authType` come to.
    struct Row: CustomTestStringConvertible, Sendable {
        let content: String
        let type: LegacyCredential.AuthType
        let resource: @Sendable (ClientIdentity) throws -> ResourceCredential
        var testDescription: String { "\(content), \(type)" }
    }

    private static let password = Secret("right")
    private static let tokenURL = "https://h.test/tokens"

    private static let anonymous: @Sendable (ClientIdentity) throws -> ResourceCredential = { _ in .anonymous }
    private static let given: @Sendable (ClientIdentity) throws -> ResourceCredential = { _ in
        .pregeneratedToken(Secret("given"), referer: "https://bound.test/")
    }

    static let rows = [
        Row(content: "user", type: .unknown) { _ in
            .password(username: "alice", password, tokenURL: try HTTPURL(tokenURL), tokenLifetime: .seconds(60))
        },
        Row(content: "user", type: .token) { _ in
            .token(username: "alice", password: password, tokenURL: try HTTPURL(tokenURL), tokenLifetime: .seconds(60))
        },
        Row(content: "user", type: .http) { _ in .webTier(username: "alice", password: password) },
        Row(content: "user", type: .clientCertificate, resource: anonymous),
        Row(content: "user", type: .none, resource: anonymous),
        Row(content: "token", type: .unknown, resource: given),
        Row(content: "token", type: .token, resource: given),
        Row(content: "token", type: .http, resource: given),
        Row(content: "token", type: .clientCertificate, resource: given),
        Row(content: "token", type: .none, resource: anonymous),
        Row(content: "identity", type: .clientCertificate) { .certificate($0) },
        Row(content: "identity", type: .unknown, resource: anonymous),
        Row(content: "identity", type: .token, resource: anonymous),
        Row(content: "identity", type: .http, resource: anonymous),
        Row(content: "identity", type: .none, resource: anonymous),
    ]

    @Test(arguments: rows) func `becomes the newer one that does the same`(_ row: Row) throws {
        let alice = try Identities.named("alice")
        var legacy =
            switch row.content {
            case "user": LegacyCredential(user: "alice", password: Self.password)
            case "token": LegacyCredential(token: Secret("given"), referer: "https://bound.test/")
            default: LegacyCredential(identity: alice)
            }
        legacy.authType = row.type
        legacy.tokenURL = try HTTPURL(Self.tokenURL)
        legacy.tokenLifetime = .seconds(60)
        let resource = try row.resource(alice)
        #expect(legacy.resource == resource && LegacyCredential(resource).resource == resource)
    }

    @Test func `of each kind says by itself how it is used`() throws {
        let alice = try Identities.named("alice")
        #expect(
            LegacyCredential(user: "alice", password: Self.password).resource
                == .password(username: "alice", Self.password))
        #expect(LegacyCredential(token: Secret("given")).resource == .pregeneratedToken(Secret("given")))
        #expect(LegacyCredential(identity: alice).resource == .certificate(alice))
    }
}
