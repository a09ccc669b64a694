public import JSONValues

/// How one feature is drawn (developers.arcgis.com/rest/services-reference/enterprise/symbol-objects/).
public struct Symbol: Sendable, Hashable, CustomStringConvertible {
    /// What is drawn; sizes, widths and offsets are in points.
    public enum Kind: Sendable, Hashable {
        /// A shape at a position (`esriSMS`).
        case marker(Marker)
        /// A line (`esriSLS`).
        case line(Line)
        /// An area (`esriSFS`).
        case fill(Fill)
        /// A picture at a position (`esriPMS`).
        case pictureMarker(Picture)
        /// A picture that fills an area (`esriPFS`).
        case pictureFill(Picture)
        /// A text (`esriTS`).
        case text(Text)
        /// A symbol of the Cartographic Information Model, as it came (github.com/Esri/cim-spec).
        case cim(JSONValue)
        /// Something that is not known here, by its own name.
        case unsupported(String)
    }
    /// A shape at a position.
    public struct Marker: Sendable, Hashable {
        /// Such as `esriSMSCircle`.
        public let style: String
        /// Nil for one that is not filled.
        public let color: SymbolColor?
        public let size: Double
        /// Degrees, counted clockwise.
        public let angle: Double
        public let xOffset: Double
        public let yOffset: Double
        /// Nil for none.
        public let outline: Line?
    }
    /// A line.
    public struct Line: Sendable, Hashable {
        /// Such as `esriSLSSolid`.
        public let style: String
        /// Nil for one that is not seen.
        public let color: SymbolColor?
        public let width: Double
    }
    /// An area.
    public struct Fill: Sendable, Hashable {
        /// Such as `esriSFSSolid`.
        public let style: String
        /// Nil for one that is not filled.
        public let color: SymbolColor?
        /// Nil for none.
        public let outline: Line?
    }
    /// A picture.
    public struct Picture: Sendable, Hashable {
        /// Where the picture is, as it was written; nil where it stands in the document.
        public let url: String?
        /// The picture in base64; nil where it does not stand in the document.
        public let imageData: String?
        /// Such as `image/png`.
        public let contentType: String?
        public let width: Double
        public let height: Double
        public let angle: Double
        public let xOffset: Double
        public let yOffset: Double
        /// Of a picture that fills an area; nil for none.
        public let outline: Line?
    }
    /// A text.
    public struct Text: Sendable, Hashable {
        /// Nil for one that is not seen.
        public let color: SymbolColor?
        /// Nil for none.
        public let haloColor: SymbolColor?
        public let haloSize: Double
        /// Nil leaves it to the client.
        public let fontFamily: String?
        public let fontSize: Double
        /// Such as `bold`; nil leaves it to the client.
        public let fontWeight: String?
        public let angle: Double
        public let xOffset: Double
        public let yOffset: Double
        /// The text itself, of symbols that have one.
        public let text: String?
    }
    /// What is drawn.
    public let kind: Kind
    /// The type as it was written, such as `esriSMS`.
    public let type: String
    /// The symbol as it came.
    public let rawJSON: JSONValue

    /// Reads a symbol; nil for null and for what is no object. What is not known is kept.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        type = json.text("type") ?? ""
        rawJSON = json
        switch type {
        case "esriSMS":
            kind = .marker(
                Marker(
                    style: json.text("style") ?? "esriSMSCircle", color: SymbolColor(json["color"]),
                    size: json.double("size") ?? 0, angle: json.double("angle") ?? 0,
                    xOffset: json.double("xoffset") ?? 0, yOffset: json.double("yoffset") ?? 0,
                    outline: Line(json["outline"])))
        case "esriSLS": kind = Line(json).map { .line($0) } ?? .unsupported(type)
        case "esriSFS":
            kind = .fill(
                Fill(
                    style: json.text("style") ?? "esriSFSSolid", color: SymbolColor(json["color"]),
                    outline: Line(json["outline"])))
        case "esriPMS": kind = .pictureMarker(Picture(json))
        case "esriPFS": kind = .pictureFill(Picture(json))
        case "esriTS": kind = .text(Text(json))
        case "CIMSymbolReference": kind = .cim(json["symbol"] ?? .null)
        default: kind = .unsupported(type)
        }
    }

    /// The color that it is filled with, or drawn with; nil for none, and for pictures.
    public var color: SymbolColor? {
        switch kind {
        case .marker(let marker): marker.color
        case .line(let line): line.color
        case .fill(let fill): fill.color
        case .text(let text): text.color
        case .pictureMarker, .pictureFill, .cim, .unsupported: nil
        }
    }

    /// Its type, and its color where it has one.
    public var description: String { type + (color.map { " \($0)" } ?? "") }
}

extension Symbol.Line {
    /// Reads a line; an outline may leave out its type.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        style = json.text("style") ?? "esriSLSSolid"
        color = SymbolColor(json["color"])
        width = json.double("width") ?? 0
    }
}

extension Symbol.Picture {
    init(_ json: JSONValue) {
        url = json.text("url")
        imageData = json.text("imageData")
        contentType = json.text("contentType")
        width = json.double("width") ?? 0
        height = json.double("height") ?? 0
        angle = json.double("angle") ?? 0
        xOffset = json.double("xoffset") ?? 0
        yOffset = json.double("yoffset") ?? 0
        outline = Symbol.Line(json["outline"])
    }
}

extension Symbol.Text {
    init(_ json: JSONValue) {
        color = SymbolColor(json["color"])
        haloColor = SymbolColor(json["haloColor"])
        haloSize = json.double("haloSize") ?? 0
        fontFamily = json["font"]?.text("family")
        fontSize = json["font"]?.double("size") ?? 0
        fontWeight = json["font"]?.text("weight")
        angle = json.double("angle") ?? 0
        xOffset = json.double("xoffset") ?? 0
        yOffset = json.double("yoffset") ?? 0
        text = json.text("text")
    }
}
