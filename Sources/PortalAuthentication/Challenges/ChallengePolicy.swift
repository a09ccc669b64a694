/// Whether the handlers are asked when credentials are missing.
public enum ChallengePolicy: Sendable, Hashable {
    /// Ask the handlers.
    case ask
    /// Ask no handler; the request fails with its cause.
    case suppress
}
