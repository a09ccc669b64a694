/// Media types by the end of a file's name.
enum MediaType {
    static func of(_ name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "csv": "text/csv;charset=utf-8"
        case "xml": "text/xml;charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
