internal import JSONValues

/// The scales at which something is shown, by their denominators: 50 000 for 1:50 000.
public struct ScaleRange: Sendable, Hashable, CustomStringConvertible {
    /// The smallest scale, thus the largest number; nil for no limit.
    public let minScale: Double?
    /// The largest scale, thus the smallest number; nil for no limit.
    public let maxScale: Double?

    /// No limit either way.
    public static let all = ScaleRange(minScale: nil, maxScale: nil)

    /// A range between two scales; 0, what is below and what is no number set no limit, as in layers' documents.
    public init(minScale: Double?, maxScale: Double?) {
        self.minScale = minScale.flatMap { $0 > 0 ? $0 : nil }
        self.maxScale = maxScale.flatMap { $0 > 0 ? $0 : nil }
    }

    /// What the first document says that has a word about it, for each end of its own; nil where none has.
    init?(_ documents: [JSONValue?]) {
        let least = documents.lazy.compactMap { $0?.double("minScale") }.first
        let most = documents.lazy.compactMap { $0?.double("maxScale") }.first
        guard least != nil || most != nil else { return nil }
        self.init(minScale: least, maxScale: most)
    }

    /// Whether something is shown at a scale; both ends are included.
    public func contains(_ scale: Double) -> Bool {
        scale <= minScale ?? .infinity && scale >= maxScale ?? 0
    }

    /// As `1:50000 to 1:1000`; `any` where there is no limit.
    public var description: String {
        guard minScale != nil || maxScale != nil else { return "any" }
        let text = { (scale: Double?) in
            scale.flatMap { JSONValue.number($0).decimalText() }.map { "1:\($0)" } ?? "any"
        }
        return "\(text(minScale)) to \(text(maxScale))"
    }
}
