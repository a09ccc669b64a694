/// Whether somebody is asked when credentials are missing.
public enum ChallengePolicy: Sendable, Hashable {
    /// Ask the handlers.
    case ask
    /// Ask nobody; the request fails with its cause.
    case suppress
}
