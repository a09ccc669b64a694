internal import HTTPSemantics

/// The body of the request at hand while it arrives: whole, or read part by part with its beginning for the journal.
struct RequestBody {
    /// What is kept of it.
    private(set) var bytes: [UInt8] = []
    /// Bytes beyond the bound.
    private(set) var discarded = 0
    /// Bytes that a body may have; more is refused.
    private(set) var limit = 0
    /// Bytes beyond the bound that are read away before the connection is closed.
    private var patience = 0
    /// Bytes that were taken.
    private(set) var count = 0
    private var kept = 0
    private var reader: MultipartReader?
    private var unreadable: BodyProblem?
    /// What it takes of the portal's budget in memory, and as one in parts.
    private var share: BodyBudget.Share?
    private var partsShare: BodyBudget.Share?
    /// Bytes of a body in parts that its reader keeps in memory at most.
    private var inMemory = 0
    /// Why there is no room for it; nil where there is.
    private(set) var crowding: String?
    /// The portal's; nil where each connection's limit is enough.
    private var bodies: BodyBudgets?

    init() {}

    /// Gets ready for the body that a head announces.
    init(of head: RequestHead, listener: Listener) {
        limit = listener.limits.bodyBytes
        kept = limit
        patience = 16 * limit
        bodies = listener.responder.bodies
        guard let multipart = listener.limits.multipart, head.isMethod("POST"),
            let type = head.header("Content-Type"), MultipartBoundary.isAsked(by: type)
        else { return }
        do throws(BodyProblem) {
            reader = MultipartReader(try MultipartBoundary(contentType: type), limits: multipart)
            inMemory = multipart.fieldBytes + multipart.memoryBytes
        } catch {
            unreadable = error
        }
        // Who signs the body (RFC 7616 §3.4.3, auth-int) is checked against all of it.
        let isSigned = head.headers(named: "Authorization").contains {
            $0.utf8.count > 6 && $0.lowercased().contains("auth-int")
        }
        guard !isSigned else { return }
        limit = multipart.bodyBytes
        kept = max(0, listener.recorder?.limits.bodyBytes ?? 0)
    }

    /// Prepares for a length that was announced.
    mutating func reserve(_ announced: Int?) { bytes.reserveCapacity(min(announced ?? 0, kept, 64 * 1024)) }

    /// Takes the next bytes; false for a client that goes on although it is far over the bound.
    mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count + chunk.count <= limit, discarded == 0, hasRoom(for: count + chunk.count) else {
            discarded += chunk.count
            // What was uploaded so far is of no use any more.
            reader = nil
            // What is kept for the journal counts as long as it is kept.
            if crowding != nil {
                bytes = Array(bytes.prefix(BodyBudget.uncounted))
                release()
            }
            // The client is told at the end of its body; one that never ends is cut off.
            return discarded <= patience
        }
        count += chunk.count
        reader?.append(chunk)
        if bytes.count < kept { bytes.append(contentsOf: chunk.prefix(kept - bytes.count)) }
        return true
    }

    private mutating func hasRoom(for size: Int) -> Bool {
        guard size > BodyBudget.uncounted, let bodies else { return true }
        let share = share ?? BodyBudget.Share(of: bodies.memory)
        self.share = share
        // Beside what is kept there is what a reader of parts keeps.
        guard share.grow(to: min(size, kept) + (reader == nil ? 0 : min(size, inMemory))) else {
            crowding = bodies.memory.reason
            return false
        }
        guard reader != nil else { return true }
        let partsShare = partsShare ?? BodyBudget.Share(of: bodies.parts)
        self.partsShare = partsShare
        if partsShare.grow(to: size) { return true }
        crowding = bodies.parts.reason
        return false
    }

    /// Gives back what it takes of the portal's budget.
    mutating func release() {
        share = nil
        partsShare = nil
    }

    /// Bytes that were taken and not kept.
    var unkept: Int { count - bytes.count }

    /// What the body holds as a form in parts; nil for any other body. It can be asked for once.
    mutating func finishForm() -> MultipartForm? {
        defer { reader = nil }
        if let unreadable { return MultipartForm(problem: unreadable) }
        return reader?.finish()
    }

    /// Hands out what is kept for the journal.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
