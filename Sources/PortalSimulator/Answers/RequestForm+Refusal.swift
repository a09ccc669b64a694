internal import HTTPSemantics
internal import Platform
internal import PortalJudge

extension RequestForm {
    /// The refusal of a file that an operation does not take; nil where it takes all of them.
    ///
    /// A part that names a file is a file and no parameter, as in the servlet container below ArcGIS Server (apache/tomcat,
    /// `org/apache/catalina/connector/Request.java`, `parseParts`): what was meant as a field would be lost without a word.
    func refusal(of operation: String, taking names: Set<String>) -> PortalReply? {
        guard let stray = files.first(where: { !names.contains($0.field) }) else { return nil }
        return Self.refusal(
            "\(BodyProblem.place(stray.part, stray.field)): it came as the file \(BodyProblem.quoted(stray.filename)), and "
                + "\(operation) takes no file of this name; a parameter is sent without filename")
    }

    /// The refusal of parameters of which an operation that changes something would lose or guess a part; nil where all count as they came.
    ///
    /// Of a parameter that comes twice one value alone can count: it may stand in the query and in the body with the same value. Bytes
    /// that are no UTF-8, and marks without an end, would be stored as others.
    func refusal(changing operation: String, query: FormParameters, taking count: FileCount) -> PortalReply? {
        for field in query.entries + parameters.entries where field.isDamaged {
            let problem =
                field.hasLostMarks
                ? "has more than \(MarkRuns.longest) combining marks in a row; \(operation) stores no more"
                : "holds bytes that are no UTF-8; \(operation) stores nothing else"
            return Self.refusal("the parameter \(BodyProblem.quoted(field.name)) \(problem)")
        }
        if let name = Self.repeated(in: query) ?? Self.repeated(in: parameters) {
            return Self.refusal(
                "the parameter \(BodyProblem.quoted(name)) came more than once; \(operation) takes one of each name")
        }
        for field in query.entries where parameters[field.name].map({ $0 != field.value }) == true {
            return Self.refusal(
                "the parameter \(BodyProblem.quoted(field.name)) has one value in the query and another in the body; "
                    + "\(operation) takes one of each name")
        }
        switch count {
        case .several: return nil
        case .one:
            guard files.count > 1 else { return nil }
            return Self.refusal(
                "\(BodyProblem.place(files[1].part, files[1].field)): the file "
                    + "\(BodyProblem.quoted(files[0].field)) came before; \(operation) takes one")
        case .oneOfEachName:
            var names: Set<String> = []
            guard let stray = files.first(where: { !names.insert($0.field).inserted }) else { return nil }
            return Self.refusal(
                "\(BodyProblem.place(stray.part, stray.field)): a file of this name came before; \(operation) takes one"
            )
        }
    }

    /// The name of a parameter that came more than once; nil where none did.
    private static func repeated(in parameters: FormParameters) -> String? {
        var names: Set<String> = []
        return parameters.entries.first { !names.insert($0.name).inserted }?.name
    }

    private static func refusal(_ words: String) -> PortalReply {
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
        // RFC 9110 §12.5.3: it tells a coding that is not read from a type that is not.
        if problem.kind == .coding { reply.headers.append(("Accept-Encoding", "identity")) }
        reply.notes.code = problem.status
        reply.isJSONByDefault = true
        return reply
    }
}
