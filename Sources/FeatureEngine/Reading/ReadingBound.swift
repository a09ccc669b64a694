/// How much of a file is read as features.
package struct ReadingBound: Sendable {
    /// Features that are read; what comes behind them is not looked at.
    let features: Int
    /// Values that those may have, empty ones too; a file with more of them is refused.
    let values: Int

    /// Values of one file, at most.
    static let maximumValues = 2_000_000

    /// Everything is read: a file that belongs to the portal itself.
    package static let none = ReadingBound(features: .max, values: .max)

    /// A bound of so many features, for a file that a client sends.
    package init(features: Int) { self.init(features: features, values: Self.maximumValues) }

    /// A bound of so many features with so many values.
    init(features: Int, values: Int) {
        self.features = features
        self.values = values
    }

    /// What is left of it behind a table of the same file.
    package func remaining(behind table: FeatureTable) -> ReadingBound {
        ReadingBound(
            features: max(0, features - table.count),
            values: max(0, values - table.count * table.fields.count))
    }

    /// Throws where so many values are more than are read.
    func check(values count: Int) throws(DataProblem) {
        guard count <= values else {
            throw DataProblem("there are more than \(values) values, counting those that are empty")
        }
    }
}
