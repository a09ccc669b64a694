import HTTPSemantics

@testable import PortalSimulator

/// Writes forms as a careful client does, for tests that read them again.
enum MultipartText {
    /// A body of fields and files under a boundary that stands in none of them.
    static func body(_ form: MultipartForm, boundary: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in form.fields {
            bytes += part(boundary, field.name, nil, "text/plain; charset=utf-8") + Array(field.value.utf8)
            bytes += Array("\r\n".utf8)
        }
        for file in form.files {
            bytes += part(boundary, file.field, file.filename, file.contentType) + (file.content.bytes ?? [])
            bytes += Array("\r\n".utf8)
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    /// A boundary that no value of a form holds.
    static func boundary(for form: MultipartForm) -> String {
        let values = form.fields.map { Array($0.value.utf8) } + form.files.map { $0.content.bytes ?? [] }
        var boundary = "test"
        while values.contains(where: { $0.holds(Array(boundary.utf8)) }) { boundary += "\(boundary.count)" }
        return boundary
    }

    private static func part(_ boundary: String, _ name: String, _ filename: String?, _ type: String?) -> [UInt8] {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; \(parameter("name", name))"
        if let filename { head += "; \(parameter("filename", filename))" }
        head += "\r\n"
        if let type { head += "Content-Type: \(type)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// A parameter as browsers write it, or in the extended notation where theirs could be taken for something else.
    private static func parameter(_ name: String, _ value: String) -> String {
        let isPlain = value.unicodeScalars.allSatisfy {
            $0 != "%" && $0 != "\\" && $0.value >= 0x20 || $0 == "\r" || $0 == "\n"
        }
        guard isPlain else { return "\(name)*=UTF-8''\(PercentEncoding.encode(value))" }
        let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
        var text = ""
        for scalar in value.unicodeScalars { text += escapes[scalar] ?? String(scalar) }
        return "\(name)=\"\(text)\""
    }
}

extension [UInt8] {
    /// Whether some bytes stand in these one after another.
    fileprivate func holds(_ wanted: [UInt8]) -> Bool {
        count >= wanted.count && indices.dropLast(wanted.count - 1).contains { self[$0...].starts(with: wanted) }
    }
}
