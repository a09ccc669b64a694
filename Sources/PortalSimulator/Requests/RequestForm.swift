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
            adopt(multipart)
        } else if request.body.isEmpty {
            return
        } else if let type, MultipartBoundary.isAsked(by: type) {
            adopt(MultipartReader.form(request.body, contentType: type))
        } else if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? true {
            parameters = FormParameters(request.body)
        } else if let type {
            unreadType = String(type.prefix { $0 != ";" })
        }
    }

    private mutating func adopt(_ form: MultipartForm) {
        parameters = FormParameters(form.fields)
        files = form.files
        problem = form.problem
    }
}
