import HTTPSemantics

@testable import PortalSimulator

/// What holds for every body in parts; the fuzzer and the tests ask the same.
enum MultipartProperties {
    /// Bounds that small inputs reach.
    static let tight: MultipartLimits = {
        var limits = MultipartLimits()
        limits.bodyBytes = 700
        limits.parts = 6
        limits.headBytes = 300
        limits.nameBytes = 40
        limits.fieldBytes = 500
        limits.fileBytes = 400
        limits.memoryBytes = 64
        return limits
    }()

    /// The first property that is broken by a `Content-Type` in the first line and the body behind it; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let type = String(decoding: bytes[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        let body = Array(bytes.dropFirst(end + 1))
        return violation(type, body, MultipartLimits(), readsAgain: true)
            ?? violation(type, body, tight, readsAgain: false).map { "within tight bounds, \($0)" }
            ?? (returns(body) ? nil : "as a file, the body does not come back as it was")
    }

    /// Whether any bytes come back as they were from a file in memory, from files in the temporary file and from all cuts.
    private static func returns(_ bytes: [UInt8]) -> Bool {
        var limits = MultipartLimits()
        limits.memoryBytes = bytes.count
        let sent = MultipartForm(
            files: (1...3).map { number in
                UploadedFile(
                    part: number, field: "f\(number)", filename: "f", contentType: nil,
                    content: .memory(bytes + [UInt8](repeating: 0x2D, count: number - 1)))
            })
        let boundary = MultipartText.boundary(for: sent)
        let type = "multipart/form-data; boundary=\(boundary)"
        let body = MultipartText.body(sent, boundary: boundary)
        return [1, 5, body.count].allSatisfy { sent.isSame(as: read(type, body, limits, pieces: $0)) }
    }

    private static func violation(
        _ type: String, _ body: [UInt8], _ limits: MultipartLimits, readsAgain: Bool
    ) -> String? {
        let form = read(type, body, limits, pieces: body.count)
        for size in [1, 2, 7, 64] where !form.isSame(as: read(type, body, limits, pieces: size)) {
            return "cut in pieces of \(size) bytes it is another form"
        }
        if let problem = form.problem {
            guard !problem.words.isEmpty, !problem.place.isEmpty else { return "an error without words" }
            guard problem.description.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                return "a control character in an error"
            }
            guard form.files.isEmpty else { return "files of a body that cannot be read" }
        } else if body.count > limits.bodyBytes {
            return "a body over its bound was read"
        }
        if let broken = brokenBound(form, limits) { return broken }
        guard readsAgain, form.problem == nil else { return nil }
        let boundary = MultipartText.boundary(for: form)
        let printed = MultipartText.body(form, boundary: boundary)
        let again = MultipartReader.form(printed, contentType: "multipart/form-data; boundary=\(boundary)")
        if let problem = again.problem { return "printed, it cannot be read: \(problem)" }
        return form.isSame(as: again) ? nil : "printed and read again it is another form"
    }

    private static func brokenBound(_ form: MultipartForm, _ limits: MultipartLimits) -> String? {
        guard form.fields.count + form.files.count <= limits.parts else { return "too many parts" }
        let names = form.fields.map(\.name) + form.files.map(\.field) + form.files.map(\.filename)
        guard names.allSatisfy({ $0.utf8.count <= limits.nameBytes }) else { return "too long a name" }
        // A scalar was one byte at least, also one that stands for a byte that is no UTF-8.
        guard form.fields.reduce(0, { $0 + $1.value.unicodeScalars.count }) <= limits.fieldBytes else {
            return "fields that are too large"
        }
        guard form.files.allSatisfy({ $0.content.count <= limits.fileBytes }) else { return "too large a file" }
        let inMemory = form.files.reduce(0) { if case .memory(let bytes) = $1.content { $0 + bytes.count } else { $0 } }
        return inMemory <= limits.memoryBytes ? nil : "too much in memory"
    }

    /// Reads a body in pieces of some size.
    private static func read(
        _ type: String, _ body: [UInt8], _ limits: MultipartLimits, pieces: Int
    ) -> MultipartForm {
        do throws(BodyProblem) {
            var reader = MultipartReader(try MultipartBoundary(contentType: type), limits: limits)
            for start in stride(from: 0, to: body.count, by: max(1, pieces)) {
                body[start..<min(start + max(1, pieces), body.count)].withUnsafeBufferPointer { reader.append($0) }
            }
            return reader.finish()
        } catch {
            return MultipartForm(problem: error)
        }
    }
}

extension MultipartForm {
    /// Whether two forms hold the same, however they are kept.
    fileprivate func isSame(as other: MultipartForm) -> Bool {
        problem == other.problem && fields.map(\.name) == other.fields.map(\.name)
            && fields.map { Array($0.value.utf8) } == other.fields.map { Array($0.value.utf8) }
            && files.map(\.field) == other.files.map(\.field) && files.map(\.filename) == other.files.map(\.filename)
            && files.map(\.contentType) == other.files.map(\.contentType)
            && files.map(\.content.bytes) == other.files.map(\.content.bytes)
    }
}
