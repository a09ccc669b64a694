package import HTTPSemantics
internal import Synchronization

/// Status, header fields, body and notes, made once and sent any number of times from any thread.
package final class PreparedAnswer: Sendable {
    /// The HTTP status.
    package let status: Int
    /// Header fields in the order in which they are sent; `Date`, `Content-Length` and `Connection` are the listener's.
    package let headers: [HeaderField]
    /// What follows the head.
    package let content: Content
    /// What the journal keeps of each answer that is made of it.
    package let notes: AnswerNotes
    /// The field `Retry-After` (RFC 9110 §10.2.3), which the journal keeps; nil where there is none.
    package let retryAfter: String?
    /// What the listener makes of it on first sending, so that an answer which is kept is prepared for its library once.
    private let wireForm = AtomicLazyReference<WireForm>()

    /// The body of an answer.
    package enum Content: Sendable {
        /// Bytes that are there; `HEAD` gets only their number.
        case bytes([UInt8])
        /// A file of a known length, of which a connection reads the piece that it sends next.
        case file(any StoredBody)
        /// A body that is made while it is sent, in chunks (RFC 9112 §7.1); it can be sent once.
        case stream(any BodySource)
    }

    /// The answer as the library that sends it wants it; what it is the listener knows.
    package final class WireForm: Sendable {
        package let value: any AnyObject & Sendable

        package init(_ value: any AnyObject & Sendable) { self.value = value }
    }

    /// Prepares an answer; a field that could not be sent as it stands (RFC 9110 §5.5) is left out.
    package init(
        status: Int, headers: [HeaderField] = [], content: Content, notes: AnswerNotes = AnswerNotes()
    ) {
        self.status = status
        self.headers = headers.filter(\.isWellFormed)
        retryAfter = self.headers.first(named: "Retry-After")
        self.content = content
        self.notes = notes
    }

    package convenience init(
        status: Int, headers: [HeaderField] = [], body: [UInt8] = [], notes: AnswerNotes = AnswerNotes()
    ) {
        self.init(status: status, headers: headers, content: .bytes(body), notes: notes)
    }

    /// The bytes of the body; none where it is made while it is sent. A file is read whole: ask for ``size`` where that suffices.
    package var body: [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .file(let file): file.bytes ?? []
        case .stream: []
        }
    }

    /// Bytes of the body; 0 where it is made while it is sent.
    package var size: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.count
        case .stream: 0
        }
    }

    /// Bytes of the body that it holds itself.
    package var bytesInMemory: Int { if case .bytes(let bytes) = content { bytes.count } else { 0 } }

    /// Whether a body follows the head (RFC 9110 §6.4.1), but for `HEAD`.
    package var sendsBody: Bool { size > 0 && status >= 200 && status != 204 && status != 304 }

    /// What was made of it on first sending; where two threads are first, one of the two forms is kept and used by both.
    package func wireForm(made: () -> WireForm) -> WireForm { wireForm.load() ?? wireForm.storeIfNil(made()) }
}
