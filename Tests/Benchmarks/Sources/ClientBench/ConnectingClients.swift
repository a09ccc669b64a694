import PortalAuthentication
import PortalClient
import PortalTransport

/// A client that starts anew for each fetch: it connects, loads the portal and ends.
struct ConnectingClients: BenchClient {
    private let url: String
    private let trust: TrustDecisions

    init(url: String, authority: String?) {
        self.url = url
        trust = OurClient.trust(authority)
    }

    func fetch() async throws {
        let transport = try CurlTransport(trust: trust)
        defer { transport.shutdown() }
        let environment = PortalEnvironment(transport: transport, trust: trust)
        let portal = Portal(url: try PortalURL(url), in: environment)
        do {
            try await portal.load()
        } catch {
            // Three tries may all meet a reset; an app would offer to load again.
            try await portal.retryLoad()
        }
    }

    func close() async throws {}
}
