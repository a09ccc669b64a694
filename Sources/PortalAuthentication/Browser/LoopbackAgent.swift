/// Opens a browser and listens on this machine for where the sign-in page leads to (RFC 8252 §7.3, §8.3).
///
/// It listens only while a sign-in runs, at the loopback address of the redirect URI, and hears only the request that repeats the
/// sign-in's state; whatever else comes is refused and waited past. A redirect URI with a port is listened for at that port.
public struct LoopbackAgent: AuthorizationAgent {
    /// Opens the address of a sign-in page; the sign-in ends with what it throws, such as `cancelled` for a closed window.
    ///
    /// It runs beside the listener and may take its time; it is cancelled once the browser has come back.
    public typealias Browser = @Sendable (HTTPURL) async throws -> Void

    private let application: String
    private let browser: Browser

    /// Prepares sign-ins.
    ///
    /// - Parameters:
    ///   - application: what the page at the end tells a person to go back to.
    ///   - browser: opens the sign-in page. Default: the system's browser, see ``SystemBrowser``.
    public init(
        returningTo application: String = "the application",
        browser: @escaping Browser = { url in try await SystemBrowser().open(url) }
    ) {
        self.application = application
        self.browser = browser
    }

    /// Lets the user sign in, for as long as the request's patience lasts on the environment's clock.
    ///
    /// Throws `invalidArgument` for a redirect URI that does not lead to this machine, `cannotListen`, `browserNotOpened`,
    /// `authorizationTimedOut` and `cancelled`.
    public func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let listener = try CallbackListener(for: request.redirectURI)
        let url = request.url(redirectingTo: listener.redirectURI)
        let state = try AuthorizationCallback.state(of: url)
        let (application, browser) = (application, browser)
        let callback = try await AuthorizationTimeout.limiting(request) { group in
            group.addTask { try await listener.callback(state: state, application: application) }
            group.addTask {
                try await browser(url)
                return nil
            }
        }
        return AuthorizationResponse(redirectURI: listener.redirectURI, callback: callback)
    }
}
