internal import HTTPAuthentication
internal import JSONValues

/// The answers of the control API: JSON, never cached, with what would have been right where something was wrong.
enum ControlReply {
    /// A JSON document.
    static func json(_ value: JSONValue, status: Int = 200, headers: [HeaderField] = []) -> Answer {
        bytes(value.bytes(pretty: true) + [0x0A], type: "application/json", status: status, headers: headers)
    }

    /// Any other document.
    static func bytes(_ body: [UInt8], type: String, status: Int = 200, headers: [HeaderField] = []) -> Answer {
        let fields =
            [
                HeaderField("Content-Type", type), HeaderField("Cache-Control", "no-store"),
                HeaderField("X-Content-Type-Options", "nosniff"),
            ] + headers
        return Answer(PreparedResponse(status: status, headers: fields, body: body), operation: "control")
    }

    /// Something that was done and has nothing to tell.
    static let done = json(["done": true])

    /// What was wrong, in words.
    static func failure(_ status: Int, _ message: String, _ more: [String: JSONValue] = [:]) -> Answer {
        json(.object(more.merging(["error": .string(message)]) { own, _ in own }), status: status)
    }

    /// What was wrong with a document: the key, the allowed values, the nearest of them.
    static func failure(_ error: DocumentError) -> Answer {
        var more: [String: JSONValue] = [:]
        if !error.keyPath.isEmpty { more["key"] = .string(error.keyPath) }
        if !error.allowed.isEmpty { more["allowed"] = .array(error.allowed.map { .string($0) }) }
        if let suggestion = error.suggestion { more["didYouMean"] = .string(suggestion) }
        return failure(400, error.description, more)
    }

    /// What went wrong in the portal.
    static func failure(_ error: MockPortalError) -> Answer {
        if let document = error.underlying as? DocumentError { return failure(document) }
        let isRequest = error.code == .unknownName || error.code == .certificate || error.code == .blueprint
        return failure(isRequest ? 400 : 500, error.description)
    }
}
