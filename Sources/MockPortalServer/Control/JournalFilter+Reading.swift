internal import JSONValues

extension JournalFilter {
    /// What `journal` and `journal.har` take besides `since` and `limit`.
    static let parameters = [
        ControlParameter(name: "method", kind: .text, description: "Only requests with this method, as `POST`."),
        ControlParameter(
            name: "path", kind: .text,
            description:
                "Only requests whose target has this path; `*` at its end stands for anything, as `/portal/sharing/*`."),
        ControlParameter(
            name: "operation", kind: .text,
            description:
                "Only requests of this operation, in the journal's words, as `portals/self`; `*` at its end stands for anything."
        ),
        ControlParameter(
            name: "listener", kind: .text, description: "Only what came to this listener: `portal`, `http` or a host."),
        ControlParameter(
            name: "user", kind: .text,
            description:
                "Only requests that say they are from this user: by HTTP credentials, a client certificate, a token or a sign-in form."
        ),
        ControlParameter(
            name: "connection", kind: .number(1...Int(Int32.max)), description: "Only what came over this connection."),
        ControlParameter(
            name: "status", kind: .number(100...999),
            description: "Only requests that were answered with this HTTP status."),
        ControlParameter(
            name: "code", kind: .number(0...99_999),
            description:
                "Only requests whose answer has this code: that of the JSON error, as 498, else the HTTP status."),
        ControlParameter(
            name: "refused", kind: .truth,
            description: "`true`: only requests that a gate or the parser refused, and connections whose handshake was."
        ),
    ]

    init(_ values: ControlValues) {
        self.init(
            method: values.texts["method"], path: values.texts["path"], operation: values.texts["operation"],
            listener: values.texts["listener"], user: values.texts["user"], connection: values.numbers["connection"],
            status: values.numbers["status"], code: values.numbers["code"], isRefused: values.truths["refused"] ?? false
        )
    }

    /// What a body of `wait` filters by: what is known of a request when it is understood, before its answer.
    static let keys = parameters.filter {
        ["method", "path", "operation", "listener", "user", "connection"].contains($0.name)
    }
    .map { ControlBody.Key($0.name, $0.description, $0.schema) }

    /// Reads what a body filters by.
    init(_ body: DocumentReader) throws(DocumentError) {
        self.init()
        method = try Self.text("method", body)
        path = try Self.text("path", body)
        operation = try Self.text("operation", body)
        listener = try Self.text("listener", body)
        user = try Self.text("user", body)
        connection = try body.number("connection", in: 1...Int(Int32.max))
    }

    private static func text(_ key: String, _ body: DocumentReader) throws(DocumentError) -> String? {
        guard let text = try body.text(key) else { return nil }
        guard (1...ControlParameter.longest).contains(text.unicodeScalars.count) else {
            throw body.wrongType(key, "a text of 1 to \(ControlParameter.longest) characters")
        }
        return text
    }
}
