/// What a picture's first bytes say it is.
enum ImageFormat {
    case png
    case jpeg
    case gif

    /// Looks at the bytes; nil for anything else.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else {
            return nil
        }
    }

    /// How files of it usually end.
    var suffix: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        }
    }
}
