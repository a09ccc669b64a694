internal import Locking
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

/// The first of any number of answers, which come on any thread.
private final class FirstAnswer<Answer: Sendable>: Sendable {
    private struct State {
        var answer: Answer?
        var waiting: CheckedContinuation<Answer, Never>?
    }
    private let state = Locked(State())
    private let cancellation: Answer

    init(ifCancelled cancellation: Answer) { self.cancellation = cancellation }

    func from(_ body: (@escaping @Sendable (Answer) -> Void) -> Void) async -> Answer {
        await withTaskCancellationHandler {
            body { self.take($0) }
            return await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.answer == nil { state.waiting = continuation }
                    return state.answer
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            take(cancellation)
        }
    }

    private func take(_ answer: Answer) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            guard state.answer == nil else { return nil }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }
}
