package import HTTPSemantics
package import PortalTransport

/// What a request is sent in: what its client shares, who is asked, and the sign-outs that end it.
package protocol ExchangeContext: AnyObject, Sendable {
    /// The wire, the clock, the policy and what was learned.
    var core: ClientCore { get }
    /// What is known of the web tier in front of the servers.
    var webTier: WebTier { get }
    /// Grows with every sign-out, so that what was begun before it is discarded (rule R24).
    var epoch: Int { get }

    /// Throws `signedOut` where the epoch is another one by now.
    func requireCurrent(_ began: Int, url: HTTPURL) throws(PortalError)

    /// The handler that the network layer asks; nil where there is none, or where a request asks none.
    func networkHandler(for challenges: ChallengePolicy) -> (any NetworkChallengeHandler)?

    /// Asks whether an untrusted server may be trusted and grants it, unless the epoch has ended; gives the number of answers that
    /// did not help so far. Throws the cause where no handler helps.
    func trust(
        _ failure: ServerTrustFailure, cause: PortalError, failures: Int, challenges: ChallengePolicy, epoch began: Int
    ) async throws(PortalError) -> Int

    /// Waits by the client's clock; throws `signedOut` once the epoch ends, `cancelled` once the task is cancelled.
    func pause(for duration: Duration, epoch began: Int, url: HTTPURL) async throws(PortalError)

    /// What gets one request past identity-aware proxies.
    func proxyPass(challenges: ChallengePolicy, epoch: Int) -> any ProxyPassing
}

/// What gets one request past identity-aware proxies; a value that counts its attempts.
package protocol ProxyPassing: Sendable {
    /// Takes what is known for the host of a request that has not been redirected.
    mutating func begin(at url: HTTPURL) async throws(PortalError)

    /// What a request carries: nothing over a wire without TLS, and nothing beyond the hosts behind the proxy.
    func idToken(for url: HTTPURL) -> Secret<String>?

    /// Leaves the token behind where a redirect leads to another origin (rule R19).
    mutating func follow(from url: HTTPURL, to target: HTTPURL)

    /// Whether the request is to be sent again, after an answer; throws where nothing gets it past the proxy.
    mutating func isToBeRepeated(after response: HTTPResponse, to url: HTTPURL) async throws(PortalError) -> Bool
}
