extension PortalEnvironment {
    /// Whether the server of a resource names a portal as its owner; false where it does not say.
    ///
    /// The server is asked only where that is wished, and no handler is asked for credentials for it that are not there yet.
    package func isFederated(_ url: HTTPURL, with portal: PortalURL, asking: Bool) async -> Bool {
        let federation = Federation(environment: self)
        guard asking || federation.isKnown(url) else { return false }
        return (try? await federation.isOwner(portal, of: url)) ?? false
    }
}
