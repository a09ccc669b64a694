internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

extension PrivatePage {
    /// A page that says what is wrong with a request whose sender cannot be told otherwise; JSON for who asks for it.
    static func problem(
        _ error: String, _ message: String, _ request: EndpointRequest, cause: Journal.Cause? = nil
    ) -> PortalReply {
        let envelope = ErrorEnvelope.oauth(error, message)
        guard request.format == .html else { return .failure(envelope, "oauth", message, cause: cause) }
        let data: JSONValue = ["error": .string(error), "messages": [.string(message)]]
        let page = PrivatePage(
            title: "Error", data: data,
            body: """
                <h1>This does not work</h1>
                <p class="alert" role="alert">Error: \(MarkupText.escaped(message))</p>
                <p>The app has asked for something that this portal refuses. Tell its makers what stands above.</p>
                """)
        // Portals tell errors with HTTP 200.
        var reply = page.reply(status: request.blueprint.strictStatus ? 400 : 200).refused(
            "oauth", message, cause: cause)
        reply.notes.code = envelope.code
        return reply
    }
}
