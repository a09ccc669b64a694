package import PortalAuthentication

extension AppBehavior {
    /// How the app opens a browser to sign a user in, and what it makes of the answer.
    package struct Browsing: Sendable {
        /// Gives the address of the sign-in page that is opened.
        package var address: @Sendable (String) -> String = { $0 }
        /// Opens the page and returns where the browser was sent to in the end.
        package var open: @Sendable (_ visit: () async throws -> String) async throws -> String = { try await $0() }
        /// Takes what came back for the answer; `address` is the page that the client gave, or the listener.
        package var answer: @Sendable (AuthorizationResponse, _ address: String) -> AuthorizationResponse = {
            answer, _ in
            answer
        }
        /// Says whether a user who leaves the page has given up.
        package var givesUp: @Sendable () -> Bool = { true }
        /// Ends a sign-in that took too long.
        package var timeIsUp: @Sendable (PortalError) throws -> Void = { throw $0 }
    }
}
