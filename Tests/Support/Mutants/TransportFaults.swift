internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

/// Makes something else of a failure of the wire.
struct ChangingFailures: WireFault {
    let change: @Sendable (HTTPRequest, TransportError) throws(TransportError) -> HTTPResponse

    init(_ change: @escaping @Sendable (HTTPRequest, TransportError) throws(TransportError) -> HTTPResponse) {
        self.change = change
    }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        do {
            return try await wire.send(request)
        } catch {
            return try change(request, error)
        }
    }
}

/// Sends whatever was lost once more, also where it may have been carried out.
struct BlindRepeating: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        do {
            return try await wire.send(request)
        } catch  where request.method == "POST" && error.mayHaveBeenSent && error.code != .cancelled {
            return try await wire.send(request)
        }
    }
}

/// Closes every connection after its first answer.
struct NeverKeepingAlive: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        await wire.retireConnections(to: nil)
        return answer
    }
}

/// Tells a cancelled task at once that it is, and goes on with the request.
struct IgnoringCancellation: WireFault {
    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let waiting = Locked<CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?>(nil)
        let isCancelled = Locked(false)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                Task.detached {
                    let result: Result<HTTPResponse, TransportError>
                    do throws(TransportError) {
                        result = .success(try await wire.send(request))
                    } catch {
                        result = .failure(error)
                    }
                    Self.take(waiting)?.resume(returning: result)
                }
                if isCancelled.withLock({ $0 }) { Self.take(waiting)?.resume(returning: Self.cancelled(request)) }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
            Self.take(waiting)?.resume(returning: Self.cancelled(request))
        }
        return try result.get()
    }

    private static func take<Value: Sendable>(_ slot: Locked<Value?>) -> Value? {
        slot.withLock { value in
            defer { value = nil }
            return value
        }
    }

    private static func cancelled(_ request: HTTPRequest) -> Result<HTTPResponse, TransportError> {
        .failure(TransportError(.cancelled, url: request.bare, detail: "the request was cancelled"))
    }
}

extension HTTPResponse {
    /// Whether a client that knows nothing but bare JSON in UTF-8 could read it.
    var isPlainJSON: Bool {
        let type = headers.first(named: "Content-Type") ?? ""
        return type.hasPrefix("application/json") && !type.contains("8859") && !type.contains("utf-16")
            && headers.first(named: "Content-Encoding") == nil && body.first == UInt8(ascii: "{")
    }

    /// A document as a portal would describe itself.
    static let invented = HTTPResponse.json("{\"portalName\":\"Portal\",\"isPortal\":true}")
}
