internal import PortalAuthentication

/// The agent of an authenticator's front end, which shows a page while no question is open.
struct InterfaceAgent: AuthorizationAgent {
    let turns: ChallengeQueue
    let interface: any AuthenticatorInterface

    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let response: Result<AuthorizationResponse, any Error> = try await turns.pass {
            () throws(PortalError) -> Result<AuthorizationResponse, any Error> in
            do {
                return .success(try await interface.agent(for: request).authorize(request))
            } catch {
                return .failure(error)
            }
        }
        return try response.get()
    }
}
