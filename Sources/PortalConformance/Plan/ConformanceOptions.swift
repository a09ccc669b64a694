package import PortalAuthentication
package import PortalTransport

/// How a run goes about it, apart from what the profile says of the portal.
package struct ConformanceOptions: Sendable {
    /// Certificate authorities in PEM, besides the profile's and the system's.
    package var authorities: [String] = []
    /// The limits of one request: a portal that is slow is told so in bounded time.
    package var limits: TransportLimits = {
        var limits = TransportLimits()
        limits.whole = .seconds(20)
        limits.stall = .seconds(10)
        limits.bodySize = 16 << 20
        return limits
    }()
    /// Which proxy the requests to the portal go through. Default: none.
    package var proxies = ProxySelection.none
    /// Where a Kerberos ticket is used, and whose. Default: nowhere.
    package var negotiate = NegotiatePolicy()
    /// Waits for the end of a token's life; by the machine's clock unless a test steers the portal's.
    package var pause: @Sendable (Duration) async throws -> Void = { try await SystemTimeSource().wait(for: $0) }
    /// What stands between the recording and the network, as a portal that answers otherwise. Default: nothing.
    package var wire: @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }
    /// The client that is judged: what stands between its decisions and the recorded wire. Default: nothing.
    package var client: @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }

    package init() {}
}
