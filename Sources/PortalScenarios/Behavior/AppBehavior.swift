package import PortalAuthentication
package import PortalJudge
package import PortalTransport

/// What the app around the built-in client does where it has a choice; the defaults are those of an app that does right.
package struct AppBehavior: Sendable {
    /// Changes the policy with which a scenario has the client begin.
    package var policy: @Sendable (inout ClientPolicy) -> Void = { _ in }
    /// Makes something of a text that the app was given, before it goes to the client.
    package var text: @Sendable (String) -> String = { $0 }
    /// Says whether the app looks at an event of the client.
    package var hears: @Sendable (ClientEvent) -> Bool = { _ in true }
    /// Tells why something failed.
    package var tells: @Sendable (Reason) -> Reason = { $0 }
    /// Ends the client.
    package var end: @Sendable (CurlTransport) -> Void = { $0.shutdown() }
    package var loading = Loading()
    package var requests = Requests()
    package var answers = Answers()
    package var authenticating = Authenticating()
    package var browsing = Browsing()
    package var identities = Identities()
    package var keeping = Keeping()
    package var maps = Maps()
    package var editing = Editing()

    package init() {}
}
