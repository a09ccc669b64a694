internal import HTTPSemantics
internal import PortalJudge

/// One request as the recorder keeps it; every member is only touched under the recorder's lock.
final class RequestRecord: @unchecked Sendable {
    var number = 0
    let connection: ConnectionRecord
    let ordinal: Int
    let portalTime: Int64
    /// Milliseconds of real time since 1970 at which its head was whole.
    private let cameAt = PortalClock.realTime
    /// Milliseconds that portal time was ahead of real time.
    let advanced: Int64
    let head: RequestHead
    var body: [UInt8] = []
    var bodyBytesDropped = 0
    var operation = "unknown"
    var presented: [Journal.PresentedToken] = []
    /// The user that the portal took it to be from; nil for a stranger.
    var user: String?
    var webTier: WebTierNotes?
    var decisions: [Journal.Decision] = []
    var answer: Journal.Answer?
    var fault: String?
    var parserError: String?
    var grant: Journal.Grant?
    /// Milliseconds of real time since 1970 at which its answer was known; 0 while it is not.
    var answeredAt: Int64 = 0
    /// Whether a reader that follows the journal was told of it.
    var isTold = false
    /// Whether a handler has seen it.
    var isUnderstood = false
    /// Its place among all entries, by age.
    var sequence = 0
    /// The number of its latest change.
    var change = 0
    /// Whether it stands in the journal: what is learned later of one that was dropped is not counted.
    var isKept = false
    /// Bytes that the journal counts for it.
    var cost = 0

    init(connection: ConnectionRecord, ordinal: Int, clock: PortalClock, head: RequestHead) {
        self.connection = connection
        self.ordinal = ordinal
        advanced = clock.advance
        portalTime = clock.now
        self.head = head
    }

    /// Milliseconds of real time from the whole head to the answer; nil where there is none.
    var waited: Int64? { answeredAt == 0 ? nil : max(0, answeredAt - cameAt) }

    /// Takes over what the handler said about the request, without its answer.
    func record(_ words: Answer) {
        operation = words.operation
        presented = words.presented
        user = words.user
        webTier = words.webTier
        decisions = words.notes.decisions
        fault = words.fault
        grant = words.notes.grant
    }

    /// The request in the judge's words.
    var decoded: Journal.Request {
        Journal.Request(
            number: number, connection: connection.number, ordinal: ordinal, listener: connection.listener.name,
            origin: connection.listener.origin.description, portalTime: portalTime, method: head.method,
            target: head.target, httpVersion: head.version, headers: head.headers, body: body,
            bodyBytesDropped: bodyBytesDropped, operation: operation, presented: presented,
            authorization: webTier?.authorization, decisions: decisions, answer: answer, fault: fault,
            parserError: parserError, advanced: advanced, grant: grant)
    }
}

extension Answer {
    /// The answer in the judge's words.
    var journaled: Journal.Answer {
        Journal.Answer(
            status: prepared.status, code: code, size: prepared.sendsBody ? prepared.size : 0,
            issued: notes.issued,
            challenges: webTier?.challenges, nonce: webTier?.nonce,
            retryAfter: prepared.retryAfter,
            alsoIssued: notes.alsoIssued.isEmpty ? nil : notes.alsoIssued)
    }
}
