import JSONValues

@testable import FeatureEngine

/// What holds for the reader of texts with commas, whatever text it is given; the fuzzer and the tests ask the same.
enum CSVFileProperties {
    /// The first property that a text breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let reader: CSVReader
        let table: FeatureTable
        do throws(DataProblem) {
            reader = try CSVReader(bytes)
            table = try reader.table(place: reader.placeFields)
        } catch {
            guard !error.problem.isEmpty else { return "an error without words" }
            return error.problem.utf8.count + error.path.utf8.count < 8000 ? nil : "an error that is too long to read"
        }
        let features = table.features(in: .wgs84)
        guard features.count == table.featureCount else { return "not every record is a feature" }
        guard features.allSatisfy({ ($0["attributes"]?.object?.count ?? 0) == table.fields.count }) else {
            return "a feature without one of the fields"
        }
        // Places are on earth, or there are none.
        for feature in features {
            guard let geometry = feature["geometry"] else { continue }
            guard let x = geometry["x"]?.double, let y = geometry["y"]?.double, x.isFinite, y.isFinite else {
                return "a place that is none"
            }
        }
        guard let written = try? JSONValue(parsing: JSONValue.array(features).text()),
            written.array?.count == features.count
        else { return "features that cannot be written as JSON" }
        return nil
    }
}
