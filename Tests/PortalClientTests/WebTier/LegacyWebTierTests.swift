import HTTPSemantics
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

/// Hears how a portal's loading ended.
private final class Ear: LegacyPortalDelegate {
    let outcomes = Locked<[PortalError.Code?]>([])
    func portalDidLoad(_ portal: LegacyPortal) async { outcomes.withLock { $0.append(nil) } }
    func portal(_ portal: LegacyPortal, didFailToLoad error: PortalError) async {
        outcomes.withLock { $0.append(error.code) }
    }
}

struct `Older portals behind a web tier` {
    private func load(_ stage: Stage, _ credential: LegacyCredential?) async -> (LegacyPortal, PortalError.Code?) {
        let ear = Ear()
        let portal = LegacyPortal(url: Traffic.portal, credential: credential, delegate: ear, in: stage.environment)
        await stage.eventually { !ear.outcomes.withLock { $0.isEmpty } }
        return (portal, ear.outcomes.withLock { $0.last ?? nil })
    }

    private func user(_ type: LegacyCredential.AuthType, password: String = "right") -> LegacyCredential {
        LegacyCredential(user: "alice", password: Secret(password), authType: type)
    }

    @Test(arguments: [PretendWebTier.basic, PretendWebTier.digest])
    func `a credential for HTTP waits for the 401`(_ offer: String) async throws {
        let tier = PretendWebTier(offer)
        let stage = tier.stage()
        let (_, code) = await load(stage, user(.http))
        #expect(code == nil && stage.challenges.isEmpty)
        #expect(tier.lines.count == 2 && tier.lines[0] == "self")
    }

    @Test func `an unknown kind asks how tokens are issued, and signs in on the way`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        tier.change { $0.passwords["alice"] = Stage.password }
        let stage = tier.stage()
        let (portal, code) = await load(stage, user(.unknown, password: Stage.password))
        #expect(code == nil && portal.user?.username == "alice")
        #expect(tier.lines == ["info", "info basic=alice", "generateToken basic=alice", "self basic=alice"])
    }

    @Test func `a wrong password fails with the 401 and a new one may be handed in`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let stage = tier.stage()
        let ear = Ear()
        let portal = LegacyPortal(
            url: Traffic.portal, credential: user(.http, password: "wrong"), delegate: ear, in: stage.environment)
        await stage.eventually { ear.outcomes.withLock { $0.count } == 1 }
        #expect(portal.error?.isAuthenticationError == true && portal.error?.legacyCode == -1013)
        portal.resubmit(url: Traffic.portal, credential: user(.http))
        await stage.eventually { ear.outcomes.withLock { $0.count } == 2 }
        #expect(ear.outcomes.withLock { $0 } == [.httpAuthentication, nil])
        #expect(tier.lines.filter { $0.hasSuffix("wrong") }.count == 1)
    }

    @Test(arguments: [LegacyCredential.AuthType.token, .none])
    func `a password for something else is not sent as HTTP credentials`(_ type: LegacyCredential.AuthType) async throws
    {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        #expect(await load(stage, user(type)).1 == .httpAuthentication)
        #expect(!stage.transport.sent.contains { $0.header("Authorization") != nil })
    }

    @Test func `an identity is shown, another one after a refusal`() async throws {
        let alice = try Identities.named("alice")
        let carol = try Identities.named("carol")
        let front = PretendFront(["h.test": PretendFront.Host(accepted: [alice], issuers: [alice.issuers[0]])])
        let store = ClientIdentityStore()
        for identity in [alice, carol] { try store.add(identity) }
        let stage = front.stage(store)
        let ear = Ear()
        let portal = LegacyPortal(url: Traffic.portal, credential: nil, delegate: ear, in: stage.environment)
        await stage.eventually { ear.outcomes.withLock { $0.count } == 1 }
        let space = try #require(portal.error?.protectionSpace)
        #expect(portal.error?.legacyCode == -1206 && space.method == .clientCertificate)
        #expect(LegacyCredential.identities(for: space, in: store) == [alice])
        #expect(LegacyCredential.identities(for: nil, in: store) == [alice, carol])
        portal.resubmit(url: Traffic.portal, credential: LegacyCredential(identity: carol))
        await stage.eventually { ear.outcomes.withLock { $0.count } == 2 }
        #expect(portal.error?.legacyCode == -1205)
        portal.resubmit(url: Traffic.portal, credential: LegacyCredential(identity: alice))
        await stage.eventually { ear.outcomes.withLock { $0.count } == 3 }
        #expect(portal.isLoaded && stage.transport.sent.map(\.shown) == ["none", "carol", "alice"])
        #expect(stage.challenges.isEmpty && store.choices.isEmpty)
        #expect("\(LegacyCredential(identity: alice))".contains("alice"))
    }

    @Test func `files are imported and identities removed by the older names`() async throws {
        let store = ClientIdentityStore()
        let bytes = try Identities.pki().pkcs12("alice", password: "right")
        #expect(throws: IdentityImportError(.invalidPassword, "")) {
            try LegacyCredential.importCertificate(data: bytes, password: Secret("x"), overwrite: false, into: store)
        }
        let alice = try LegacyCredential.importCertificate(
            data: bytes, password: Secret("right"), overwrite: false, into: store)
        #expect(throws: IdentityImportError(.duplicateIdentity, "")) {
            try LegacyCredential.importCertificate(
                data: bytes, password: Secret("right"), overwrite: false, into: store)
        }
        try await LegacyCredential.removeIdentity(alice, from: store)
        #expect(store.identities.isEmpty)
    }
}
