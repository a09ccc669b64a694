/// The formats of an answer (developers.arcgis.com, "Output formats"); HTML unless a request asks for another.
enum ResponseFormat: Int, Sendable {
    case html
    case json
    case pjson

    /// Reads the parameter `f`; what is no known format gets the default.
    init(parameter: String?) {
        switch parameter {
        case "json": self = .json
        case "pjson": self = .pjson
        default: self = .html
        }
    }
}
