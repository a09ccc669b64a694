/// What the body of a request brings to an operation.
struct RequestForm: Sendable {
    var parameters = FormParameters()
    var files: [UploadedFile] = []
    /// Why the body cannot be read; nil where it can.
    var problem: BodyProblem?
    /// The media type of a body that holds no parameters for this server; nil where there is none.
    var unreadType: String?

    init() {}

    /// Reads the body of a POST; one without a media type is taken for a form, as curl's `-H 'Content-Type:' -d` sends it.
    init(of request: borrowing IncomingRequest) {
        guard request.method == "POST" else { return }
        let type = request.header("Content-Type")
        if let multipart = request.multipart {
            take(multipart)
        } else if request.body.isEmpty {
            return
        } else if let type, MultipartBoundary.isAsked(by: type) {
            take(MultipartReader.form(request.body, contentType: type))
        } else if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? true {
            parameters = FormParameters(request.body)
        } else if let type {
            unreadType = String(type.prefix { $0 != ";" })
        }
    }

    private mutating func take(_ form: MultipartForm) {
        parameters = FormParameters(form.fields)
        files = form.files
        problem = form.problem
    }

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
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list([words])), "body", words)
        reply.isJSONByDefault = true
        return reply
    }
}

extension PortalReply {
    /// A body that cannot be read, told with an HTTP status of its own: no operation has seen it.
    static func unreadable(_ problem: BodyProblem) -> PortalReply {
        let envelope = ErrorEnvelope(problem.status, problem.summary, details: .list([problem.description]))
        var reply = PortalReply.document(envelope.document(shape: .envelope)).refused("body", problem.description)
        reply.status = problem.status
        reply.notes.code = problem.status
        reply.isJSONByDefault = true
        return reply
    }
}
