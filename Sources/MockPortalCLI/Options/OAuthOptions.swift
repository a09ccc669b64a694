import ArgumentParser
import PortalAuthentication

/// How a user signs in through a browser, as an application that is registered with the portal.
struct OAuthOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sign in with the browser, as the application that the portal knows by this id (OAuth 2.0).",
            valueName: "id"))
    var clientID: String?

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp(
            "Have the browser sent back here, as registered. Default: http://127.0.0.1/callback at a free port, and with "
                + "--no-browser \(RedirectURI.outOfBand).", valueName: "uri"))
    var redirectURI: String?

    @Flag(help: "Open no browser: print the address to sign in at, and paste back what comes of it.")
    var noBrowser = false

    @Flag(help: "Stay signed in as long as the portal allows, not only as long as it gives unasked.")
    var keepSignedIn = false

    func validate() throws {
        if clientID == nil {
            if redirectURI != nil { throw ValidationError("--redirect-uri needs --client-id <id>") }
            if noBrowser { throw ValidationError("--no-browser needs --client-id <id>") }
            if keepSignedIn { throw ValidationError("--keep-signed-in needs --client-id <id>") }
        }
        if clientID?.isEmpty == true { throw ValidationError("--client-id is empty") }
        if let redirectURI {
            do { _ = try RedirectURI(redirectURI) } catch { throw ValidationError("--redirect-uri \(error.detail)") }
        }
    }

    /// The application to sign in as; nil where the command line names none.
    func configuration(for portal: PortalURL) throws(PortalError) -> OAuthUserConfiguration? {
        guard let clientID else { return nil }
        let uri: RedirectURI
        if let redirectURI {
            uri = try RedirectURI(redirectURI)
        } else {
            uri = noBrowser ? .outOfBand : try RedirectURI("http://127.0.0.1/callback")
        }
        return try OAuthUserConfiguration(
            portal: portal, clientID: clientID, redirectURI: uri,
            refreshLifetime: keepSignedIn ? .portalMaximum : .portalDefault)
    }
}
