internal import PortalAuthentication

/// The agent of an authenticator's front end, which shows a page in its turn, as a question.
struct InterfaceAgent: AuthorizationAgent {
    let turns: QuestionTurns
    let interface: any AuthenticatorInterface

    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let page = request.url(redirectingTo: request.redirectURI).withoutQuery
        let response: Result<AuthorizationResponse, any Error> = try await turns.pass(.page(page)) {
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
