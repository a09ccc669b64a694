/// The end of a sign-in from which no answer comes back, by the environment's clock.
enum AuthorizationTimeout {
    /// Runs tasks until one brings an answer; throws the first error, or `authorizationTimedOut` when the patience is over.
    static func limiting(
        _ request: AuthorizationRequest, _ start: (inout ThrowingTaskGroup<String?, any Error>) -> Void
    ) async throws -> String {
        let (time, patience) = (request.time, request.patience)
        let page = request.url(redirectingTo: request.redirectURI)
        do {
            return try await withThrowingTaskGroup(of: String?.self) { group in
                defer { group.cancelAll() }
                start(&group)
                group.addTask {
                    try await time.wait(for: patience)
                    throw PortalError(
                        .authorizationTimedOut, url: page,
                        detail: "no answer came back from the sign-in page within \(words(for: patience))")
                }
                while let answer = try await group.next() {
                    if let answer { return answer }
                }
                throw PortalError.cancelledByTask
            }
        } catch is CancellationError {
            throw PortalError.cancelledByTask
        }
    }

    private static func words(for duration: Duration) -> String {
        let seconds = duration.milliseconds / 1000
        return seconds % 60 == 0 && seconds > 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }
}
