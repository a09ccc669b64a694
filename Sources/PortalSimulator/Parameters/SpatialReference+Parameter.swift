internal import FeatureEngine
internal import JSONValues

extension SpatialReference {
    /// Reads a parameter: a well-known id, or a JSON object with `wkid` or `latestWkid`.
    init?(parameter: String) {
        if let id = Int64(parameter) {
            self.init(wkid: id)
        } else if let object = try? JSONValue(parsing: BareNames.quoted(parameter)) {
            self.init(object)
        } else {
            return nil
        }
    }
}
