/// Shows a person a sign-in page and brings back where it led to: a browser with a loopback listener, a pasted address, or a
/// test double.
public protocol AuthorizationAgent: Sendable {
    /// Lets the user sign in.
    ///
    /// Throws `cancelled` where the window was closed, `authorizationTimedOut` where no answer came back in time; a cancelled task
    /// ends it at once. Whatever it opened is closed when it returns. It checks nothing of what came back.
    func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse
}

/// A sign-in that an agent is asked to carry out.
public struct AuthorizationRequest: Sendable {
    /// As which application of a portal; nil for a sign-in to an identity-aware proxy.
    public let configuration: OAuthUserConfiguration?
    /// Where the browser is to be sent back to, as it is registered; a loopback listener puts in its port.
    public let redirectURI: RedirectURI
    /// The clock that measures how long the agent waits.
    public let time: any PortalTimeSource
    /// How long the user may take. Default five minutes.
    public let patience: Duration
    private let address: @Sendable (RedirectURI) -> HTTPURL

    package init(
        configuration: OAuthUserConfiguration?, redirectURI: RedirectURI, time: any PortalTimeSource,
        patience: Duration = .seconds(300), address: @escaping @Sendable (RedirectURI) -> HTTPURL
    ) {
        self.configuration = configuration
        self.redirectURI = redirectURI
        self.time = time
        self.patience = patience
        self.address = address
    }

    /// The address of the sign-in page for the redirect URI that the agent listens at.
    public func url(redirectingTo redirectURI: RedirectURI) -> HTTPURL { address(redirectURI) }
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
    /// The redirect URI only: the address holds the state of the sign-in.
    public var description: String { "sign-in that leads back to \(redirectURI)" }
    public var customMirror: Mirror { Mirror(self, children: ["redirectURI": "\(redirectURI)"]) }
}

/// Where the sign-in page led to.
public struct AuthorizationResponse: Sendable {
    /// The redirect URI that the page was opened with.
    public let redirectURI: RedirectURI
    /// The whole address that the browser was sent to, its query included; for out-of-band sign-in the code alone.
    public let callback: String

    /// Brings back an address.
    public init(redirectURI: RedirectURI, callback: String) {
        self.redirectURI = redirectURI
        self.callback = callback
    }
}

extension AuthorizationResponse: CustomStringConvertible, CustomReflectable {
    /// The redirect URI only: the callback holds a code.
    public var description: String { "answer at \(redirectURI)" }
    public var customMirror: Mirror { Mirror(self, children: ["redirectURI": "\(redirectURI)"]) }
}
