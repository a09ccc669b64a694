import HTTPSemantics
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// The questions that your app can ask; whatever it does not implement is declined.
struct Questions: AuthenticatorInterface {
    let pages: any AuthorizationAgent

    func signIn(_ question: SignInQuestion) async -> SignInAnswer? {
        nil  // or what a person types for question.host; question.complaint says why the question is asked again
    }

    func agent(for request: AuthorizationRequest) -> any AuthorizationAgent { pages }
}

func profile(at address: String, in environment: PortalEnvironment, asking questions: Questions) async throws
    -> PortalUser?
{
    let portal = Portal(url: try PortalURL(address), connection: .authenticated, in: environment)
    let application = try OAuthUserConfiguration(
        portal: portal.url, clientID: "app", redirectURI: try RedirectURI("http://127.0.0.1/callback"))
    environment.authentication.handleChallenges(
        using: Authenticator(interface: questions, oAuthUserConfigurations: [application]))
    try await portal.load()  // opens the page; later loads renew the token without asking
    let user = portal.user
    let isRevoked = await environment.authentication.signOut()
    return isRevoked ? user : nil
}

@Suite struct `The README's sign-in` {
    @Test func `shows who signed in at the page, and revokes the sign-in`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = LoopbackAgent(returningTo: "My App") { page in
            let port = try #require(SignInRequest.port(in: page))
            let target = "/callback?code=\(server.code(for: page.members))&state=\(page.members["state"] ?? "")"
            _ = try await Knock.ask(port, SignInRequest.back(to: port, target))
        }
        // The stage's clock does not hold anybody up, so the agent has one of its own that stands still.
        let environment = PortalEnvironment(
            transport: stage.transport,
            time: SteeredTimeSource(
                following: StandingTimeSource(at: Timestamp(milliseconds: 1_700_000_000_000)), waits: .hold))
        let user = try await profile(at: Traffic.portal, in: environment, asking: Questions(pages: browser))
        #expect(user?.username == "alice")
        #expect(server.state.withLock { $0.revoked } == ["refresh1"])
    }
}
