public import HTTPSemantics

/// Sends requests with libcurl, on one thread of its own, over connections that are kept and used again.
///
/// Verification of servers cannot be switched off; what may pass is what a ``TrustGrant`` names. Redirects, cookies and
/// stored credentials are never followed or read. Dropping the last reference ends the thread and every connection.
public final class CurlTransport: HTTPTransport, Sendable {
    private let loop: TransferLoop
    private let limits: TransportLimits
    private let origins = OriginReader()

    /// Starts the transport's thread.
    ///
    /// - Parameters:
    ///   - trust: What servers are trusted; by default the system's authorities.
    ///   - limits: Limits of requests that bring none of their own.
    ///   - userAgent: The `User-Agent` of requests that bring none of their own.
    ///   - proxies: Which proxy a request goes through. Default: none.
    ///   - clock: What the limits of time are measured by. Default: the machine's.
    /// - Throws: `library` where libcurl's TLS is not the OpenSSL that this program is linked to; `malformedRequest` where the
    ///   user agent cannot be used as it stands.
    public init(
        trust: TrustDecisions = TrustDecisions(), limits: TransportLimits = TransportLimits(),
        userAgent: String = "mockportal", proxies: ProxySelection = .none,
        clock: any TransportClock = SystemTransportClock()
    ) throws(TransportError) {
        guard HeaderField("User-Agent", userAgent).isWellFormed else {
            throw TransportError(.malformedRequest, url: "", detail: "the user agent holds a line end")
        }
        try CurlLibrary.check()
        self.limits = limits
        do {
            loop = try TransferLoop(
                trust: trust,
                settings: TransferSettings(userAgent: userAgent, proxies: proxies),
                clock: clock)
        } catch {
            throw TransportError(
                .library, url: "", detail: "libcurl's loop could not be started: \(error.words)", curlCode: error.code)
        }
    }

    deinit { loop.stop() }

    /// Sends one request; a malformed one fails without touching the wire.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let transfer = Transfer(try PreparedRequest(request, defaults: limits, origins: origins))
        let loop = loop
        let result: Result<HTTPResponse, TransportError> = await withTaskCancellationHandler {
            guard !Task.isCancelled else { return .failure(transfer.cancellation) }
            let attempt = loop.attempt(transfer)
            if case .finished(let result) = attempt { return result }
            return await withUnsafeContinuation { continuation in
                transfer.continuation = continuation
                if case .running = attempt { loop.passOn() } else { loop.start(transfer) }
            }
        } onCancel: {
            loop.send(.cancel(transfer))
        }
        return try result.get()
    }

    /// Closes pooled connections and forgets TLS sessions before it returns; running requests end undisturbed.
    public func retireConnections(to origin: Origin?) async {
        await withUnsafeContinuation { waiting in
            loop.send(.retire(origin, waiting))
        }
    }

    /// Replaces what is trusted; no connection and no TLS session of another decision is used again. The same decision as before
    /// changes nothing.
    public func setTrust(_ trust: TrustDecisions) async {
        await withUnsafeContinuation { waiting in
            loop.send(.trust(trust, waiting))
        }
    }

    /// Returns once everything was looked at that had come, or whose limit had passed, when it was called.
    package func settle() async {
        await withUnsafeContinuation { waiting in
            loop.send(.settle(waiting))
        }
    }

    /// Ends running requests with `cancelled`, closes every connection and waits for the thread; idempotent.
    public func shutdown() { loop.stop() }
}

// A mirror would walk down to the header fields of running requests.
extension CurlTransport: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}
