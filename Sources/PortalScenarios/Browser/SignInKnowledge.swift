internal import HTTPSemantics

/// What a person who signs in at an identity provider knows, and has in an authenticator app.
struct SignInKnowledge: Sendable {
    /// The origin of a provider by the name of its host.
    let origin: @Sendable (_ name: String) -> String
    /// What the portal's page calls it.
    let title: @Sendable (_ name: String) -> String
    /// The right password of an account at an origin, or a wrong one; nil where the origin is no provider's.
    let password: @Sendable (_ user: String, _ origin: String, _ isRight: Bool) -> Secret<String>?
    /// A password that the person chooses where one must be changed.
    let newPassword: @Sendable (_ user: String, _ origin: String) -> String
    /// What the authenticator app shows.
    let code: @Sendable (_ user: String, _ origin: String) -> String
}
