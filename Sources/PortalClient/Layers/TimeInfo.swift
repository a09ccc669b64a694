internal import JSONValues
internal import PortalAuthentication

/// When the features of a time-aware layer are (developers.arcgis.com/rest/services-reference/enterprise/layer-feature-service/,
/// `timeInfo`).
public struct TimeInfo: Sendable, Hashable {
    /// The field in which a feature's time begins, or that holds its moment.
    public let startField: String
    /// The field in which a feature's time ends; nil where features are moments.
    public let endField: String?
    /// The time of all features; nil where the layer does not say it.
    public let extent: TimeExtent?

    init?(_ json: JSONValue?) {
        guard let json, let startField = json.text("startTimeField"), !startField.isEmpty else { return nil }
        self.startField = startField
        endField = json.text("endTimeField").flatMap { $0.isEmpty ? nil : $0 }
        let moments = json["timeExtent"]?.array?.map { moment in
            moment.double.flatMap { Int64(exactly: $0.rounded()) }.map { Timestamp(milliseconds: $0) }
        }
        extent = moments.flatMap { $0.count == 2 ? TimeExtent(from: $0[0], to: $0[1]) : nil }
    }
}
