/// One request on its way, from the caller's task to the loop's thread and back.
///
/// The caller fills it in before it is enqueued; from then on only the loop's thread touches it.
final class Transfer: @unchecked Sendable {
    let request: PreparedRequest
    var continuation: UnsafeContinuation<Result<HTTPResponse, TransportError>, Never>?
    /// The handle that carries it while it runs.
    var slot: TransferSlot?
    /// Set where the cancellation overtakes the start.
    var isCancelled = false

    init(_ request: PreparedRequest) { self.request = request }

    /// Answers the caller, once.
    func finish(_ result: Result<HTTPResponse, TransportError>) {
        guard let waiting = continuation else { return }
        continuation = nil
        waiting.resume(returning: result)
    }

    /// Answers with an error that libcurl did not see.
    func fail(_ code: TransportError.Code, _ detail: String, mayHaveBeenSent: Bool = false) {
        finish(
            .failure(
                TransportError(code, url: request.publicURL, detail: detail, mayHaveBeenSent: mayHaveBeenSent)))
    }
}
