internal import HTTPSemantics

/// Reads a multipart/form-data body as it arrives: fields as parameters, files into memory or a temporary file.
package struct MultipartReader: Sendable {
    private var parser: MultipartParser
    private var parts: FormParts
    /// What ended the reading; what comes behind it is not looked at.
    private(set) var problem: BodyProblem?

    package init(_ boundary: MultipartBoundary, limits: MultipartLimits) {
        parser = MultipartParser(boundary, limits: limits)
        parts = FormParts(limits: limits)
    }

    /// Takes the next bytes.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard problem == nil else { return }
        do {
            try parser.read(bytes, into: &parts)
        } catch {
            problem = error
        }
    }

    /// Ends the body. What was read before a problem is kept: a token in it was sent all the same.
    package mutating func finish() -> MultipartForm {
        if problem == nil {
            do { try parser.finish() } catch { problem = error }
        }
        return MultipartForm(
            fields: parts.fields, files: problem == nil ? parts.files : [], problem: problem)
    }

    /// Reads a whole body; a `Content-Type` that cannot be read is told likewise.
    static func form(_ bytes: [UInt8], contentType: String, limits: MultipartLimits = MultipartLimits())
        -> MultipartForm
    {
        do throws(BodyProblem) {
            var reader = MultipartReader(try MultipartBoundary(contentType: contentType), limits: limits)
            bytes.withUnsafeBufferPointer { reader.append($0) }
            return reader.finish()
        } catch {
            return MultipartForm(problem: error)
        }
    }
}

/// What a multipart/form-data body holds.
package struct MultipartForm: Sendable {
    var fields: [FormField] = []
    var files: [UploadedFile] = []
    /// Why it cannot be read; nil where it can.
    var problem: BodyProblem?
}

extension MultipartForm {
    /// A form that cannot be read.
    package init(problem: BodyProblem) { self.init(fields: [], files: [], problem: problem) }
}

/// Collects the parts of a form, within their bounds.
private struct FormParts: MultipartSink {
    private let limits: MultipartLimits
    private(set) var fields: [FormField] = []
    private(set) var files: [UploadedFile] = []
    private var head: PartHead?
    private var number = 0
    /// Bytes of the part at hand, as far as they are in memory.
    private var bytes: [UInt8] = []
    /// Where the part at hand begins in the temporary file; nil while it is in memory.
    private var start: Int?
    private var size = 0
    private var spool: UploadSpool?
    private var fieldBytes = 0
    private var memoryBytes = 0
    /// What the field `_charset_` says of the fields behind it (RFC 7578 §4.6).
    private var charset = PartHead.Charset.utf8

    init(limits: MultipartLimits) { self.limits = limits }

    mutating func began(_ head: PartHead) throws(BodyProblem) {
        self.head = head
        number += 1
        bytes = []
        start = nil
        size = 0
        // Fields without a value cost something too.
        fieldBytes += head.name.utf8.count
    }

    mutating func took(_ chunk: UnsafeBufferPointer<UInt8>) throws(BodyProblem) {
        size += chunk.count
        guard head?.filename != nil else {
            fieldBytes += chunk.count
            guard fieldBytes <= limits.fieldBytes else {
                throw BodyProblem(
                    .tooLarge,
                    "the fields of the form have more than \(limits.fieldBytes) bytes; send large data as a file")
            }
            bytes.append(contentsOf: chunk)
            return
        }
        guard size <= limits.fileBytes else {
            throw BodyProblem(.tooLarge, "the file has more than \(limits.fileBytes) bytes")
        }
        guard start == nil, memoryBytes + chunk.count <= limits.memoryBytes else { return try spill(chunk) }
        memoryBytes += chunk.count
        bytes.append(contentsOf: chunk)
    }

    /// Goes on in the temporary file, which begins with what is in memory of the same file.
    private mutating func spill(_ chunk: UnsafeBufferPointer<UInt8>) throws(BodyProblem) {
        let spool = if let spool { spool } else { try UploadSpool() }
        self.spool = spool
        if start == nil {
            start = spool.count
            memoryBytes -= bytes.count
            try bytes.withUnsafeBufferPointer { bytes throws(BodyProblem) in try spool.append(bytes) }
            bytes = []
        }
        try spool.append(chunk)
    }

    mutating func ended() throws(BodyProblem) {
        guard let head else { return }
        self.head = nil
        guard let filename = head.filename else { return try endField(head) }
        // A browser sends this for an input in which no file was chosen (HTML Standard, "Constructing the entry list").
        guard !filename.isEmpty || size > 0 else { return }
        let content: UploadedContent
        if let spool, let start {
            content = .spooled(spool, start..<start + size)
        } else {
            content = .memory(bytes)
        }
        bytes = []
        files.append(
            UploadedFile(
                part: number, field: head.name, filename: filename, contentType: head.contentType, content: content))
    }

    private mutating func endField(_ head: PartHead) throws(BodyProblem) {
        let value: String
        var isDamaged = false
        switch head.charset ?? charset {
        case .latin1: value = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .utf8:
            let read = String(validating: bytes, as: UTF8.self)
            value = read ?? String(decoding: bytes, as: UTF8.self)
            isDamaged = read == nil
        }
        bytes = []
        if head.name == "_charset_", let named = try PartHead.charset(value, ofField: true) { charset = named }
        fields.append(FormField(name: head.name, value: value, isDamaged: isDamaged))
    }
}
