/// Lines that are no features of their own: statistics and distinct values.
struct TableOfValues {
    let fields: [Field]
    var lines: [[FieldValue]]

    init(fields: [Field], lines: [[FieldValue]]) {
        self.fields = fields
        self.lines = lines
    }

    /// The different values of some fields.
    init(distinct fields: [Int], _ rows: [Int], of table: FeatureTable) {
        var seen: Set<[FieldValue]> = []
        var lines: [[FieldValue]] = []
        for row in rows {
            let line = fields.map { table.columns[$0][row] }
            if seen.insert(line).inserted { lines.append(line) }
        }
        self.init(fields: fields.map { table.fields[$0] }, lines: lines)
    }
}
