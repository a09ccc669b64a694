internal import HTTPSemantics

/// A set of pictures of Bing Maps (learn.microsoft.com/bingmaps/rest-services/imagery/get-imagery-metadata).
struct BingImagery: Sendable, Hashable {
    /// The service's name of the set.
    let name: String

    /// The set for a style of a web map: `Aerial`, `Hybrid` (pictures with labels) or `Road`
    /// (developers.arcgis.com/web-map-specification/objects/bingLayer).
    init(style: String) {
        name =
            switch style {
            case "Hybrid": "AerialWithLabelsOnDemand"
            case "Road": "RoadOnDemand"
            default: style
            }
    }

    /// The address at which the service describes the tiles, the key included.
    func metadataURL(key: Secret<String>) -> Secret<String> {
        let place = "https://dev.virtualearth.net/REST/V1/Imagery/Metadata/\(PercentEncoding.encode(name))"
        return key.reveal {
            Secret("\(place)?output=json&include=ImageryProviders&key=\(PercentEncoding.encode($0))")
        }
    }
}
