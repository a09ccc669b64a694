internal import JSONValues
internal import PortalJudge

/// Why a change of the portal's content is refused, as it is answered; nothing is changed then.
struct WriteRefusal: Error {
    let reply: PortalReply

    init(_ reply: PortalReply) { self.reply = reply }

    /// A failure with the reason that the journal keeps.
    init(_ envelope: ErrorEnvelope, _ reason: String, gate: String = "content", cause: Journal.Cause? = nil) {
        self.init(.failure(envelope, gate, reason, cause: cause))
    }

    /// What a portal tells those who may not (code 403, `GWM_0003`).
    static func permission(_ reason: String, cause: Journal.Cause? = nil) -> WriteRefusal {
        WriteRefusal(.noPermission, reason, gate: "access", cause: cause)
    }

    /// A parameter that is missing or wrong: what, which value, and what to do stand in the details.
    static func parameter(_ name: String, _ problem: String) -> WriteRefusal {
        let words = "'\(name)' parameter \(problem)"
        return WriteRefusal(ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list([words])), words)
    }

    /// A failure with a message of its own, and what goes with it.
    static func failed(_ message: String, _ details: String..., code: Int = 400, messageCode: String? = nil)
        -> WriteRefusal
    {
        let reason = ([message] + details).joined(separator: " ")
        return WriteRefusal(ErrorEnvelope(code, message, messageCode: messageCode, details: .list(details)), reason)
    }

    /// What is over a bound of this portal.
    static func limit(_ words: String) -> WriteRefusal {
        WriteRefusal(
            ErrorEnvelope(400, "Storage quota exceeded.", details: .list([words])), words, gate: "limits")
    }

    /// The failure as one of a list of results tells it (developers.arcgis.com, "Delete Items", "Move Items").
    var member: JSONValue {
        guard case .failure(let envelope) = reply.body else { return .null }
        var error: [String: JSONValue] = [
            "code": .integer(Int64(envelope.code)), "message": .string(envelope.message ?? ""),
        ]
        error["messageCode"] = envelope.messageCode.map { .string($0) }
        if !envelope.list.isEmpty { error["details"] = .array(envelope.list.map { .string($0) }) }
        return .object(error)
    }
}

extension TextBound {
    /// Throws where the text of a parameter is longer.
    func require(_ text: String, of parameter: String) throws(WriteRefusal) {
        if let problem = problem(text) { throw .parameter(parameter, problem) }
    }
}

extension EndpointRequest {
    /// A truth value; false where it did not come, or came empty.
    func flag(_ name: String) throws(WriteRefusal) -> Bool {
        switch self[name]?.lowercased() {
        case nil, "", "false": false
        case "true": true
        default: throw .parameter(name, "is neither true nor false")
        }
    }

    /// A parameter within a bound; nil where it did not come.
    func text(_ name: String, within bound: TextBound) throws(WriteRefusal) -> String? {
        guard let text = self[name] else { return nil }
        try bound.require(text, of: name)
        return text
    }
}
