/// Takes the secrets out of the requests and connections of a journal, one after the other, as ``Evidence/redacted(erasing:keeping:)`` does with all of them.
package struct JournalRedaction: Sendable {
    private let redaction: Redaction
    private var credentials = CredentialNumbers()

    /// Prepares the secrets of a run. Requests to token endpoints bring the verifiers that clients made up (RFC 7636 §4.5).
    package init(_ canaries: [Canary], tokenRequests: [Journal.Request] = []) {
        var evidence = Evidence(client: .foreign, journal: Journal(requests: tokenRequests))
        evidence.canaries = canaries
        redaction = EvidenceRedaction(evidence).redaction
    }

    /// The request with a placeholder in the place of each secret; equal credentials keep an equal number.
    package mutating func redacted(_ request: Journal.Request) -> Journal.Request {
        Evidence.redacted(request, redaction, &credentials, keeping: [])
    }

    /// The connection with placeholders in its handshake.
    package func redacted(_ connection: Journal.Connection) -> Journal.Connection {
        Evidence.redacted(connection, redaction)
    }
}
