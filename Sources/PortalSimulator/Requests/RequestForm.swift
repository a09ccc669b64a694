internal import HTTPSemantics

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
        guard request.multipart != nil || !request.body.isEmpty else { return }
        let type = request.header("Content-Type")
        let charset: PartHead.Charset?
        do throws(BodyProblem) {
            try Self.checkCoding(request)
            charset = try type.flatMap { type throws(BodyProblem) in try Self.charset(type) }
        } catch {
            problem = error
            return
        }
        if let multipart = request.multipart {
            adopt(multipart)
        } else if let type, MultipartBoundary.isAsked(by: type) {
            adopt(MultipartReader.form(request.body, contentType: type))
        } else if let type, !Self.isForm(type) {
            unreadType = String(type.prefix { $0 != ";" })
        } else {
            parameters = charset == .latin1 ? FormParameters(latin1: request.body) : FormParameters(request.body)
        }
    }

    private static func isForm(_ type: String) -> Bool {
        type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }

    /// Throws where the body has a content coding (RFC 9110 §8.4): none is undone here.
    private static func checkCoding(_ request: borrowing IncomingRequest) throws(BodyProblem) {
        guard request.header("Content-Encoding") != nil else { return }
        for field in request.headerValues("Content-Encoding") {
            for coding in field.utf8.split(separator: UInt8(ascii: ",")) {
                let name = String(Substring(coding.trimmingOptionalWhitespace()))
                guard !name.isEmpty, name.lowercased() != "identity" else { continue }
                throw BodyProblem(
                    .coding,
                    "its Content-Encoding is \(BodyProblem.quoted(name)); bodies are read as they are (RFC 9110 §15.5.16)"
                )
            }
        }
    }

    /// The charset that the type of a form names; nil where it names none, throws where it names one that is not read.
    private static func charset(_ type: String) throws(BodyProblem) -> PartHead.Charset? {
        guard type.utf8.contains(UInt8(ascii: ";")), isForm(type) || MultipartBoundary.isAsked(by: type),
            let named = (try? ParameterizedValue(type.utf8, quoting: .standard))?["charset"]
        else { return nil }
        do throws(BodyProblem) {
            return try PartHead.charset(String(decoding: named, as: UTF8.self), ofField: true)
        } catch {
            throw BodyProblem(.charset, error.words)
        }
    }

    private mutating func adopt(_ form: MultipartForm) {
        parameters = FormParameters(form.fields)
        files = form.files
        problem = form.problem
    }
}
