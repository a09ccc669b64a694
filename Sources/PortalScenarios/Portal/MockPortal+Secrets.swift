internal import MockPortalServer

extension MockPortal {
    /// Why the traffic cannot be searched for secrets any more; nil where each is still known.
    var secretsObstacle: String? {
        let count = forgottenSecrets
        guard count > 0 else { return nil }
        return "the portal forgot the oldest \(count) of its tokens, codes and sessions; reset it between sessions"
    }
}
