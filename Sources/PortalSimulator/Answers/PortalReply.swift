internal import JSONValues
internal import PortalJudge

/// What an endpoint answers, before anybody asks in which format.
struct PortalReply: Sendable {
    var body: Body
    /// What the journal keeps of it. A code is set where it is no HTTP status, for a page that tells an error.
    var notes = AnswerNotes()
    /// Whether it is JSON where the request names no format.
    var isJSONByDefault = false
    /// Whether no page of another origin may read it.
    var isPrivate = false
    /// Whether it changes although path, viewer and format do not, so that it is never kept for the next request.
    var isFleeting = false
    /// The HTTP status of a document; 200 unless a tier of its own speaks.
    var status = 200
    /// HTTP header fields besides the usual ones.
    var headers: [(name: String, value: String)] = []
    /// Where its rendered form is kept; nil where it is rendered each time.
    var kept: KeptAnswer?

    enum Body: Sendable {
        /// A document, rendered as the request's `f` says.
        case document(JSONValue)
        /// A document that is compact JSON already.
        case json([UInt8])
        /// A failure, likewise.
        case failure(ErrorEnvelope)
        /// Bytes as they are, whatever `f` says.
        case bytes([UInt8], type: String)
        /// A file that a client sent, as it is.
        case file(StoredFile)
        /// HTTP 200 without a body, as `/data` of an item without any.
        case empty
        /// An HTML page of its own, as web servers in front of a portal give.
        case page(status: Int, html: String)
        /// A redirect.
        case redirect(status: Int, location: String)
    }

    /// Whether it is what was asked for, and no failure.
    var isSuccess: Bool { if case .document = body { true } else { false } }

    static func document(_ value: JSONValue) -> PortalReply { PortalReply(body: .document(value)) }
    static func bytes(_ bytes: [UInt8], type: String) -> PortalReply { PortalReply(body: .bytes(bytes, type: type)) }
    static let empty = PortalReply(body: .empty)

    /// A failure, with the decision that led to it where one did.
    static func failure(
        _ envelope: ErrorEnvelope, _ gate: String? = nil, _ reason: String = "", cause: Journal.Cause? = nil
    ) -> PortalReply {
        var reply = PortalReply(body: .failure(envelope))
        if let gate {
            reply.notes.decisions = [Journal.Decision(gate: gate, passed: false, reason: reason, cause: cause)]
        }
        return reply
    }

    /// The same answer, with a gate that let it through.
    func passed(_ gate: String, _ reason: String) -> PortalReply {
        var reply = self
        reply.notes.decisions.append(Journal.Decision(gate: gate, passed: true, reason: reason))
        return reply
    }

    /// The same answer, with a gate that did not let the request through.
    func refused(_ gate: String, _ reason: String, cause: Journal.Cause? = nil) -> PortalReply {
        var reply = self
        reply.notes.decisions.append(Journal.Decision(gate: gate, passed: false, reason: reason, cause: cause))
        return reply
    }

    /// A page of the web server in front: 404 outside the portal.
    static let notFound = PortalReply(body: .page(status: 404, html: HTMLPage.notFound)).refused(
        "path", "the portal is not there; its paths begin with its context", cause: .path)
}
