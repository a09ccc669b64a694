/// One request on its way, from the caller's task to the one that drives the engine and back.
///
/// The caller fills it in before it hands it over; from then on only the driver touches it, until it has a result.
final class Transfer: @unchecked Sendable {
    let request: PreparedRequest
    /// Who waits for the result; nil while the caller drives the engine itself.
    var continuation: UnsafeContinuation<Result<HTTPResponse, TransportError>, Never>?
    /// The handle that carries it while it runs.
    var slot: TransferSlot?
    /// When libcurl got it, on the transport's clock.
    var start: Duration?
    /// Set where the cancellation overtakes the start.
    var isCancelled = false
    private var result: Result<HTTPResponse, TransportError>?
    private var isFinished = false

    init(_ request: PreparedRequest) { self.request = request }

    /// Answers the caller, once.
    func finish(_ result: Result<HTTPResponse, TransportError>) {
        guard !isFinished else { return }
        isFinished = true
        guard let waiting = continuation else { return self.result = result }
        continuation = nil
        waiting.resume(returning: result)
    }

    /// What a caller gets who gave up before anything was sent.
    var cancellation: TransportError {
        TransportError(.cancelled, url: request.publicURL, detail: "the request was cancelled")
    }

    /// Answers with an error that libcurl did not see.
    func fail(_ code: TransportError.Code, _ detail: String, mayHaveBeenSent: Bool = false) {
        finish(
            .failure(
                TransportError(code, url: request.publicURL, detail: detail, mayHaveBeenSent: mayHaveBeenSent)))
    }

    /// The result, where the caller itself drove the engine to it.
    func takeResult() -> Result<HTTPResponse, TransportError>? {
        defer { result = nil }
        return result
    }
}
