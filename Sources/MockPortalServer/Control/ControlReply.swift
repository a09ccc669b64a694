internal import HTTPSemantics
internal import JSONValues

/// The answers of the control API: JSON, never cached, with what would have been right where something was wrong.
enum ControlReply {
    /// A JSON document.
    static func json(_ value: JSONValue, status: Int = 200, headers: [HeaderField] = []) -> Answer {
        bytes(value.bytes(pretty: true) + [0x0A], type: "application/json", status: status, headers: headers)
    }

    /// Any other document.
    static func bytes(_ body: [UInt8], type: String, status: Int = 200, headers: [HeaderField] = []) -> Answer {
        Answer(
            PreparedAnswer(status: status, headers: fields(type) + headers, body: body), operation: "control")
    }

    /// A document that is made while it is sent.
    static func stream(_ source: any BodySource, type: String) -> Answer {
        Answer(PreparedAnswer(status: 200, headers: fields(type), content: .stream(source)), operation: "control")
    }

    private static func fields(_ type: String) -> [HeaderField] {
        [
            HeaderField("Content-Type", type), HeaderField("Cache-Control", "no-store"),
            HeaderField("X-Content-Type-Options", "nosniff"),
        ]
    }

    /// The page that shows what happens at the portal.
    static var livePage: Answer {
        do {
            return bytes(try LivePage.bytes(), type: "text/html; charset=utf-8", headers: try LivePage.headers())
        } catch {
            return failure(500, "the live page is not in this product: \(error)")
        }
    }

    /// Something that was done and has nothing to tell.
    static let done = json(["done": true])

    /// It is done, with what there is to say of it.
    static func done(_ note: String?) -> Answer { note.map { json(["done": true, "note": .string($0)]) } ?? done }

    /// What was wrong, in words; a message that repeats a long input is cut.
    static func failure(
        _ status: Int, _ message: String, _ more: [String: JSONValue] = [:], headers: [HeaderField] = []
    ) -> Answer {
        json(
            .object(more.merging(["error": .string(cut(message))]) { own, _ in own }), status: status, headers: headers)
    }

    /// A limit that has been reached for now (RFC 9110 §15.6.4).
    static func busy(_ message: String) -> Answer {
        failure(503, message, headers: [HeaderField("Retry-After", "1")])
    }

    /// The beginning of a text that may be of any length.
    private static func cut(_ text: String) -> String {
        text.utf8.count > 2000 ? String(text.unicodeScalars.prefix(1000)) + "…" : text
    }

    /// What was wrong with a document: the key, the allowed values, the nearest of them.
    static func failure(_ error: DocumentError) -> Answer {
        var more: [String: JSONValue] = [:]
        if !error.keyPath.isEmpty { more["key"] = .string(cut(error.keyPath)) }
        if !error.allowed.isEmpty { more["allowed"] = .array(error.allowed.map { .string($0) }) }
        if let suggestion = error.suggestion { more["didYouMean"] = .string(suggestion) }
        return failure(400, error.description, more)
    }

    /// What went wrong in the portal.
    static func failure(_ error: MockPortalError) -> Answer {
        if let document = error.underlying as? DocumentError { return failure(document) }
        if error.code == .limit { return failure(429, error.description) }
        let isRequest = error.code == .unknownName || error.code == .certificate || error.code == .blueprint
        return failure(isRequest ? 400 : 500, error.description)
    }
}
