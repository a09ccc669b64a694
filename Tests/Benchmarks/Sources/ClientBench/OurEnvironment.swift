import HTTPSemantics
import PortalAuthentication
import PortalTransport

/// The product's client above its transport, where Digest is answered.
struct OurEnvironment: BenchClient {
    private let environment: PortalEnvironment
    private let transport: CurlTransport
    private let request: ArcGISRequest

    init(url: String, authority: String?, username: String?, password: String?, retriesAtOnce: Bool = false) throws {
        let trust = OurClient.trust(authority)
        transport = try CurlTransport(trust: trust)
        var policy = ClientPolicy()
        if retriesAtOnce { policy.retry.firstDelay = .zero }
        environment = PortalEnvironment(policy: policy, transport: transport, trust: trust)
        if let username, let password {
            environment.authentication.setHandlers(
                arcGIS: nil, network: OnePassword(username: username, password: Secret(password)))
        }
        request = ArcGISRequest(try HTTPURL(url), as: .anonymous)
    }

    func fetch() async throws {
        let answer = try await environment.request(request)
        guard answer.json.object != nil else { throw WrongAnswer(status: 0) }
    }

    func close() async throws { transport.shutdown() }
}

/// Who is asked once.
private struct OnePassword: NetworkChallengeHandler {
    let username: String
    let password: Secret<String>

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        challenge.previousFailureCount == 0 ? .credential(.password(username: username, password)) : .cancel
    }
}
