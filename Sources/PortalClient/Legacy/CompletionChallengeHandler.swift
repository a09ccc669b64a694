internal import Platform
public import PortalAuthentication

/// Asks code that answers challenges by calling a completion; the first call counts, later ones do nothing (rule R13).
///
/// Where the request is cancelled first, the challenge is withdrawn and no call counts.
public struct CompletionChallengeHandler: ArcGISChallengeHandler, NetworkChallengeHandler {
    /// Decides about a challenge for a token, at once or later, on any thread.
    public typealias ArcGIS = @Sendable (ArcGISChallenge, @escaping @Sendable (ArcGISDisposition) -> Void) -> Void
    /// Decides about a challenge of the network layer, at once or later, on any thread.
    public typealias Network = @Sendable (NetworkChallenge, @escaping @Sendable (NetworkDisposition) -> Void) -> Void

    private let arcGIS: ArcGIS
    private let network: Network

    /// Takes both halves; by default neither gives a credential.
    public init(
        arcGIS: @escaping ArcGIS = { _, answer in answer(.withoutCredential) },
        network: @escaping Network = { _, answer in answer(.withoutCredential) }
    ) {
        self.arcGIS = arcGIS
        self.network = network
    }

    public func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        await FirstAnswer(ifCancelled: .cancel).from { answer in arcGIS(challenge, answer) }
    }

    public func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        await FirstAnswer(ifCancelled: .cancel).from { answer in network(challenge, answer) }
    }
}
