internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

/// Turns replies into prepared answers.
struct Renderer {
    let format: ResponseFormat
    /// Name of a JavaScript function that wraps the JSON (developers.arcgis.com, "Common parameters").
    let callback: String?
    let shape: Blueprint.Tokens.Shape
    let strictStatus: Bool
    /// What lets pages of another origin read the answer; nil where none may.
    let cors: CrossOrigin?

    /// Renders one reply.
    func render(_ reply: PortalReply) -> PreparedAnswer {
        var extra = reply.headers.map { HeaderField($0.name, $0.value) }
        var notes = reply.notes
        switch reply.body {
        case .document(let value):
            return document(value, status: reply.status, extra: extra, notes)
        case .json(let bytes):
            if format == .json, callback == nil {
                return prepared(reply.status, type: Self.json, body: bytes, extra: extra, notes)
            }
            return document((try? JSONValue(parsing: bytes)) ?? .null, status: reply.status, extra: extra, notes)
        case .failure(let envelope):
            let status = envelope.status(shape: shape, strict: strictStatus)
            notes.code = envelope.code
            return document(envelope.document(shape: shape), status: status, extra: extra, notes)
        case .bytes(let bytes, let type):
            return prepared(200, type: type, body: bytes, extra: extra, notes)
        case .file(let file):
            return prepared(200, type: file.mediaType, content: .file(file), extra: extra, notes)
        case .empty:
            return PreparedAnswer(status: 200, headers: extra + (cors?.headers ?? []), notes: notes)
        case .page(let status, let html):
            return prepared(status, type: Self.html, body: Array(html.utf8), extra: extra, notes)
        case .redirect(let status, let location):
            extra.append(HeaderField("Location", location))
            return prepared(status, type: Self.html, body: [], extra: extra, notes)
        }
    }

    private static let html = "text/html;charset=utf-8"
    private static let json = "application/json;charset=utf-8"

    private func document(
        _ value: JSONValue, status: Int, extra: [HeaderField], _ notes: AnswerNotes
    ) -> PreparedAnswer {
        if let callback {
            guard Self.isFunctionName(callback) else {
                let refusal = ErrorEnvelope(400, "Invalid callback").document(shape: .envelope)
                return prepared(status, type: Self.json, body: refusal.bytes(), extra: extra, notes)
            }
            let body = Array("\(callback)(".utf8) + value.bytes(pretty: format == .pjson) + Array(");".utf8)
            return prepared(status, type: "text/javascript;charset=utf-8", body: body, extra: extra, notes)
        }
        return switch format {
        case .json: prepared(status, type: Self.json, body: value.bytes(), extra: extra, notes)
        case .pjson: prepared(status, type: Self.json, body: value.bytes(pretty: true), extra: extra, notes)
        case .html:
            prepared(
                status, type: Self.html, body: Array(HTMLPage.directory(of: value).utf8), extra: extra, notes.asPage)
        }
    }

    private func prepared(
        _ status: Int, type: String, body: [UInt8], extra: [HeaderField], _ notes: AnswerNotes
    ) -> PreparedAnswer {
        prepared(status, type: type, content: .bytes(body), extra: extra, notes)
    }

    private func prepared(
        _ status: Int, type: String, content: PreparedAnswer.Content, extra: [HeaderField], _ notes: AnswerNotes
    ) -> PreparedAnswer {
        var headers = [HeaderField("Content-Type", type)]
        if !extra.contains(where: { $0.isNamed("Cache-Control") }) {
            headers.append(HeaderField("Cache-Control", "private, must-revalidate, max-age=0"))
        }
        let answer = PreparedAnswer(status: status, content: content)
        if type == Self.html, answer.size > 0 {
            headers += HTMLPage.headers.filter { field in !extra.contains { $0.isNamed(field.name) } }
        }
        return PreparedAnswer(
            status: status, headers: headers + extra + (cors?.headers ?? []), content: content, notes: notes)
    }

    /// Whether a text is a dotted JavaScript name; anything else could smuggle a script into the answer.
    static func isFunctionName(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 128 else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                return false
            }
            return part.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            }
        }
    }
}

extension AnswerNotes {
    /// The same notes of an answer that is a page because its request asked for no other format.
    var asPage: AnswerNotes {
        var notes = self
        notes.decisions.append(
            Journal.Decision(
                gate: "format", passed: true, reason: "without f=json the answer is a page for people", cause: .format))
        return notes
    }
}
