import HTTPSemantics
import PortalAuthentication
import PortalClient
import PortalTransport
import Testing

struct SignIn: ArcGISChallengeHandler, NetworkChallengeHandler {
    let username: String
    let password: Secret<String>

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        .credential(try await TokenCredential.make(for: challenge, username: username, password: password))
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        switch challenge.space.method {
        case .basic, .digest: .credential(.password(username: username, password))
        case .clientCertificate: challenge.candidates.first.map { .credential(.certificate($0)) } ?? .withoutCredential
        default: .cancel  // or .credential(.serverTrust), once a person has looked at challenge.chain
        }
    }
}

func fullName(of signIn: SignIn, at address: String) async throws -> String? {
    let environment = try PortalEnvironment()
    environment.authentication.setHandlers(arcGIS: signIn, network: signIn)
    let portal = Portal(url: try PortalURL(address), connection: .authenticated, in: environment)
    try await portal.load()
    return portal.user?.fullName
}

@Suite struct `The README's client` {
    @Test func `says what is wrong with a portal that is not there`() async throws {
        let signIn = SignIn(username: "alice", password: Secret("none"))
        // No server listens on port 1 of this machine.
        let error = await #expect(throws: PortalError.self) {
            try await fullName(of: signIn, at: "https://127.0.0.1:1/portal")
        }
        #expect(error?.code == .cannotConnect)
    }
}
