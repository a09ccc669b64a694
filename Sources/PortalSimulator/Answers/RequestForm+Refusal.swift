internal import PortalJudge

extension RequestForm {
    /// The refusal of a file that an operation does not take; nil where it takes all of them.
    ///
    /// A part that names a file is a file and no parameter, as in the servlet container below ArcGIS Server (apache/tomcat,
    /// `org/apache/catalina/connector/Request.java`, `parseParts`): what was meant as a field would be lost without a word.
    func refusal(of operation: String, taking names: Set<String>) -> PortalReply? {
        guard let stray = files.first(where: { !names.contains($0.field) }) else { return nil }
        let words =
            "\(BodyProblem.place(stray.part, stray.field)): it came as the file \(BodyProblem.quoted(stray.filename)), and "
            + "\(operation) takes no file of this name; a parameter is sent without filename"
        var reply = PortalReply.failure(
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list([words])), "body", words,
            cause: .body)
        reply.isJSONByDefault = true
        return reply
    }
}

extension PortalReply {
    /// A body that cannot be read, told with an HTTP status of its own: no operation has seen it.
    static func unreadable(_ problem: BodyProblem) -> PortalReply {
        let envelope = ErrorEnvelope(problem.status, problem.summary, details: .list([problem.description]))
        var reply = PortalReply.document(envelope.document(shape: .envelope)).refused(
            "body", problem.description, cause: .body)
        reply.status = problem.status
        reply.notes.code = problem.status
        reply.isJSONByDefault = true
        return reply
    }
}
