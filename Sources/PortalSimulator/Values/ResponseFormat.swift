/// The formats of an answer (developers.arcgis.com, "Output formats"); HTML unless a request asks for another.
enum ResponseFormat: Int, Sendable {
    case html
    case json
    case pjson

    /// Reads the parameter `f`; what is no known format gets the default.
    init(parameter: String?) {
        switch parameter {
        // What fails in these formats is told in JSON.
        case "json", "geojson", "pbf": self = .json
        case "pjson": self = .pjson
        default: self = .html
        }
    }
}
