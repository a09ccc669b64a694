internal import HTTPSemantics
internal import PortalTransport

/// A form with files as `multipart/form-data` (RFC 7578), in pieces that are put together while it is sent.
struct MultipartForm {
    private let pairs: [(String, String)]
    private let files: [FormFile]
    private let boundary: String

    /// Takes fields and files; the boundary is random, so that no file holds it (RFC 2046 §5.1.1).
    init(_ pairs: [(String, String)], files: [FormFile]) {
        self.pairs = pairs
        self.files = files
        var generator = SystemRandomNumberGenerator()
        let digits = [generator.next() as UInt64, generator.next()].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        boundary = "----mockportal" + digits.joined()
    }

    /// The media type of the body.
    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The body; throws `invalidArgument` where a file cannot be read or a media type is none.
    func pieces() throws(PortalError) -> [BodyPiece] {
        var pieces: [BodyPiece] = []
        var text = ""
        for (name, value) in pairs {
            text +=
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\"\r\n\r\n\(value)\r\n"
        }
        for file in files {
            let type = HeaderField("Content-Type", file.mediaType)
            guard type.isWellFormed, !file.mediaType.isEmpty else {
                throw PortalError(
                    .invalidArgument, detail: "\"\(file.mediaType)\" is no media type for the file \(file.name)")
            }
            text +=
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(file.field))\"; "
                + "filename=\"\(Self.escaped(file.name))\"\r\nContent-Type: \(file.mediaType)\r\n\r\n"
            pieces.append(.bytes(Array(text.utf8)))
            switch file.content {
            case .bytes(let bytes): pieces.append(.bytes(bytes))
            case .file(let path): pieces.append(.file(path: path, count: try FormFile.size(ofFile: path)))
            }
            text = "\r\n"
        }
        text += "--\(boundary)--\r\n"
        return pieces + [.bytes(Array(text.utf8))]
    }

    /// A name between quotation marks (html.spec.whatwg.org, "multipart/form-data encoding algorithm").
    static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
