internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong on a broken wire and with busy servers.
    static let wire: [Mutant] = [
        Mutant(
            "timeout-is-loss", "takes a limit of time for a lost connection",
            from: "github.com/curl/curl/blob/master/docs/libcurl/libcurl-errors.md", breaks: ["R22"],
            because: ["final.reason"],
            wire: { _ in
                ChangingFailures { request, error throws(TransportError) in
                    guard error.code == .timedOut else { throw error }
                    throw TransportError(
                        .connectionLost, url: request.bare, detail: "lost", mayHaveBeenSent: true,
                        hasReceivedBytes: true)
                }
            }),
        Mutant(
            "loss-is-busy", "takes a connection that was lost in the middle of an answer for a busy server",
            from: "RFC 9110 §9.2.2", breaks: ["R21"],
            because: ["wire.unexpected: one request too many"],
            wire: { _ in
                ChangingFailures { _, error throws(TransportError) in
                    guard error.code == .connectionLost else { throw error }
                    return HTTPResponse(status: 503)
                }
            }),
        Mutant(
            "blind-repeat", "sends a POST again that may have been carried out",
            from: "RFC 9110 §9.2.2; RFC 9112 §9.3.1", breaks: ["R21"],
            because: ["request.blind-repeat", "wire.unexpected: one request too many"],
            wire: { _ in BlindRepeating() }),
        Mutant(
            "ignore-retry-after", "does not read `Retry-After`",
            from: "RFC 9110 §10.2.3", breaks: ["R21"],
            because: ["request.too-early", "wire.order: ms after the one before"],
            wire: { _ in Misreading { $0.without("Retry-After") } }),
        Mutant(
            "never-retry", "gives up at the first broken connection or busy answer",
            from: "RFC 9112 §9.3.1", breaks: ["R21"],
            because: ["wire.missing", "client: the client did not end"],
            app: { $0.policy = { $0.retry.maxTries = 1 } }),
        Mutant(
            "retry-at-once", "sends again without a pause",
            from: "RFC 9110 §10.2.3", breaks: ["R21"],
            because: ["request.no-pause", "wire.order: ms after the one before"],
            app: { $0.policy = { $0.retry.firstDelay = .zero } }),
        Mutant(
            "one-try-more", "sends a request once more than three times",
            from: "RFC 9110 §9.2.2", breaks: ["R21"],
            because: ["request.too-often", "wire.unexpected: one request too many"],
            app: { $0.policy = { $0.retry.maxTries += 1 } }),
        Mutant(
            "wait-for-ever", "waits for as long as a server asks for",
            from: "RFC 9110 §10.2.3", breaks: ["R21"],
            because: ["wire.unexpected: one request too many"],
            app: { $0.policy = { $0.retry.maxRetryAfter = .seconds(86_400) } }),
        Mutant(
            "ignore-cancellation", "goes on with a request whose task was cancelled",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit (ValueContinuation tests)", breaks: ["X17"],
            because: ["client: some connection stayed open", "client: the client did not end"],
            wire: { _ in IgnoringCancellation() }),
        Mutant(
            "never-keep-alive", "closes every connection after one answer",
            from: "RFC 9112 §9.3", breaks: ["X23"],
            because: ["wire.order: connection of its own"],
            wire: { _ in NeverKeepingAlive() }),
        Mutant(
            "advertise-brotli", "says that it can undo brotli",
            from: "RFC 9110 §12.5.3", breaks: ["X24"],
            because: ["wire.never"],
            wire: { _ in
                Rewriting { request in request.with { $0.headers.append(HeaderField("Accept-Encoding", "br")) } }
            }),
        Mutant(
            "strip-line-breaks", "takes line breaks out of tokens, referers and user agents and sends the rest",
            from: "RFC 9110 §5.5", breaks: ["Z16"],
            because: ["wire.unexpected"],
            app: { app in
                app.text = { text in
                    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" || $0 == "\n" ? " " : $0 }))
                }
            }),
        Mutant(
            "never-shut-down", "is never shut down",
            from: "RFC 9112 §9.6", breaks: ["R24"],
            because: ["connection.open"],
            app: { $0.end = { _ in } }),
    ]
}
