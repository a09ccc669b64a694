internal import FeatureEngine
internal import JSONValues

extension LayerDocument {
    /// When the features of a time-aware layer are; `told` is what its service document says, and wins.
    static func completed(timeInfo told: [String: JSONValue], of table: FeatureTable) -> [String: JSONValue] {
        var timeInfo: [String: JSONValue] = [
            "endTimeField": .null, "trackIdField": .null, "timeInterval": 0,
            "timeIntervalUnits": "esriTimeUnitsUnknown", "hasLiveData": false,
            "timeReference": ["timeZone": "UTC", "respectsDaylightSaving": false],
            "exportOptions": [
                "useTime": true, "timeDataCumulative": false, "timeOffset": .null, "timeOffsetUnits": .null,
            ],
        ]
        if let extent = timeFields(told, of: table).flatMap({ table.timeExtent($0) }) {
            timeInfo["timeExtent"] = [.integer(extent.start), .integer(extent.end)]
        }
        return timeInfo.merging(told) { $1 }
    }

    /// The fields of a table that `timeInfo` names; nil where it names none, or one that is no date.
    static func timeFields(_ timeInfo: [String: JSONValue], of table: FeatureTable) -> TimeFilter.Fields? {
        func date(_ member: String) -> Int? {
            timeInfo[member]?.string.flatMap { table.field($0) }.flatMap { table.fields[$0].type == .date ? $0 : nil }
        }
        guard let start = date("startTimeField") else { return nil }
        if timeInfo["endTimeField"]?.string != nil {
            guard let end = date("endTimeField") else { return nil }
            return TimeFilter.Fields(start: start, end: end)
        }
        return TimeFilter.Fields(start: start, end: nil)
    }
}
