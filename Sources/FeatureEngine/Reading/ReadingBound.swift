/// How much of a file is read as features.
package struct ReadingBound: Sendable {
    /// Features that are read; what comes behind them is not looked at.
    package let features: Int
    /// Values that those may have, empty ones too; a file with more of them is refused.
    let values: Int
    /// Characters of a field's name, at most.
    let name: Int

    /// Values of one file, at most.
    static let maximumValues = FeatureTable.maximumValues

    /// Everything is read: a file that belongs to the portal itself.
    package static let none = ReadingBound(features: .max, values: .max, name: .max)

    /// A bound of so many features, for a file that a client sends.
    package init(features: Int) { self.init(features: features, values: Self.maximumValues) }

    /// A bound of so many features with so many values.
    init(features: Int, values: Int, name: Int = Self.maximumName) {
        self.features = features
        self.values = values
        self.name = name
    }

    /// What is left of it behind a table of the same file.
    package func remaining(behind table: FeatureTable) -> ReadingBound {
        ReadingBound(
            features: max(0, features - table.count),
            values: max(0, values - table.count * table.fields.count), name: name)
    }

    /// Throws where so many values are more than are read.
    func check(values count: Int) throws(DataProblem) {
        guard count <= values else {
            throw DataProblem("there are more than \(values) values, counting those that are empty")
        }
    }

    /// Throws where so many blank lines are more than are passed over: as many as there may be values, for a line costs no less to read.
    func check(blankLines count: Int) throws(DataProblem) {
        guard count <= values else {
            throw DataProblem("there are more than \(values) blank lines; take them out of the file")
        }
    }

    /// Characters of a field's name in a client's file, at most: every feature of an answer repeats it. The databases behind ArcGIS take no
    /// longer ones (learn.microsoft.com, "Database identifiers").
    static let maximumName = 128

    /// Throws where the name that something has in a file is too long for a field.
    func check(name: String, of owner: @autoclosure () -> String) throws(DataProblem) {
        // A character has one byte or more.
        guard name.utf8.count > self.name else { return }
        let count = name.unicodeScalars.count
        guard count > self.name else { return }
        throw DataProblem(
            "\(owner()) has a name of \(count) characters, \"\(Self.start(of: name))…\"; give it one of at most "
                + "\(self.name)")
    }

    /// What is shown of a name that may be long.
    static func start(of name: String) -> String { String(String.UnicodeScalarView(name.unicodeScalars.prefix(40))) }
}
