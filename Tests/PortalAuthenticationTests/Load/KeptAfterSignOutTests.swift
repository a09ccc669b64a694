import HTTPSemantics
import PortalTransport
import PretendPortals
import Testing

@testable import PortalAuthentication

/// Rule R24: a sign-out may come between the look at the count and the writing.
@Suite struct `What was begun before a sign-out` {
    @Test func `is not kept after it`() async throws {
        let stage = Stage()
        let store = stage.environment.networkCredentials
        let before = stage.environment.authentication.epoch
        await stage.environment.authentication.signOut()
        let after = stage.environment.authentication.epoch
        let space = try Web.space()
        let password = NetworkPassword(username: "alice", password: Secret("right"))

        store.keep(password, for: space, epoch: before)
        await store.decide(IdentityOffer.none, for: space.origin, epoch: before)
        #expect(store.credentials.isEmpty && store.decision(for: space.origin) == nil)

        store.keep(password, for: space, epoch: after)
        await store.decide(IdentityOffer.none, for: space.origin, epoch: after)
        #expect(store.credentials.count == 1 && store.decision(for: space.origin) == IdentityOffer.none)
    }
}
