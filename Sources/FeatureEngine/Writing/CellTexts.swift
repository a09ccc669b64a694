/// The values of one field in the rows of a page, each as the member of an object: `"NAME":1`.
///
/// They are written field by field, so that what kind of values a field has is looked up once and not for each of them.
struct CellTexts {
    private var text = JSONText()
    private var ends: [Int] = []

    /// The values of some rows of a column, behind a member's name.
    init(_ name: [UInt8], _ column: Column, _ rows: some Collection<Int>) {
        ends.reserveCapacity(rows.count)
        switch column {
        case .integers(let values):
            for row in rows {
                add(name) { text in
                    if values[row] == Column.noInteger { text.raw("null") } else { text.integer(values[row]) }
                }
            }
        case .numbers(let values):
            for row in rows {
                add(name) { text in if values[row].isNaN { text.raw("null") } else { text.number(values[row]) } }
            }
        case .texts(let values):
            for row in rows {
                add(name) { text in if let value = values[row] { text.string(value) } else { text.raw("null") } }
            }
        }
    }

    /// Values that stand in no column.
    init(_ name: [UInt8], _ values: some Sequence<FieldValue>) {
        for value in values { add(name) { $0.value(value) } }
    }

    var byteCount: Int { text.bytes.count }

    /// Writes the value of the row with that number on the page.
    func write(_ number: Int, into page: inout JSONText) {
        page.raw(text.bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
    }

    private mutating func add(_ name: [UInt8], _ write: (inout JSONText) -> Void) {
        text.raw(name)
        write(&text)
        ends.append(text.bytes.count)
    }
}
