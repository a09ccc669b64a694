internal import Platform

/// The indexes of a table's columns; copies of a table share them until one of the copies is changed.
///
/// An index is made once clauses have asked for its column ``asksBefore`` times, so that it costs no more than the walks through all
/// rows before it. Edits do not end it: rows that were changed or added since are always looked at. It ends when these are more than
/// ``lateRows(of:)``, when ``maximum`` columns that were asked for later have one, and when the fields change. It takes 4 bytes a row,
/// and after an edit of its column another 8 (texts: 16), since it keeps the values that it was made of.
struct ColumnIndexes: Sendable {
    /// Columns of a table that have an index.
    static let maximum = 8
    /// How often a clause walks through all rows before there is an index.
    static let asksBefore = 8

    /// An index, and the rows that it does not know.
    struct Found {
        let index: ColumnIndex
        /// Rows that were changed since; one may stand there twice.
        let changed: ArraySlice<Int>
        /// Rows that were added since.
        let added: Range<Int>

        var late: Int { changed.count + added.count }
    }
    private struct Slot {
        var asks = 0
        /// When it was last asked for, in asks of the table.
        var last = 0
        var isBeingMade = false
        var index: ColumnIndex?
        /// Where the rows begin in `changed` that were changed since.
        var start = 0
    }
    private struct State {
        var slots: [Int: Slot] = [:]
        var asks = 0
        /// Rows that were changed since the first index was made.
        var changed: [Int] = []
        /// Bytes that no text of a field exceeds, where they were asked for.
        var longest: [Int: Int] = [:]

        mutating func end(_ field: Int) { slots[field] = Slot() }

        /// Ends the index that was asked for before all the others, where there are as many as there may be.
        mutating func makeRoom() {
            let made = slots.filter { $0.value.index != nil }
            guard made.count >= ColumnIndexes.maximum else { return }
            if let oldest = made.min(by: { $0.value.last < $1.value.last }) { end(oldest.key) }
        }
    }
    private var state = Locked(State())

    /// Rows that an index need not know: looking at more would take longer than it saves.
    static func lateRows(of rows: Int) -> Int { 256 + rows / 16 }

    /// The index of a column as it is now; nil where there is none yet.
    func index(of field: Int, _ column: Column) -> Found? {
        let rows = column.count
        let (found, isDue) = state.withLock { state -> (Found?, Bool) in
            state.asks += 1
            state.slots[field, default: Slot()].asks += 1
            state.slots[field]?.last = state.asks
            guard let slot = state.slots[field] else { return (nil, false) }
            if let index = slot.index {
                let found = Found(
                    index: index, changed: state.changed[slot.start...], added: index.count..<max(index.count, rows))
                if found.late <= Self.lateRows(of: rows) { return (found, false) }
                state.end(field)
            }
            guard slot.index == nil, !slot.isBeingMade, slot.asks > Self.asksBefore else { return (nil, false) }
            state.slots[field]?.isBeingMade = true
            return (nil, true)
        }
        guard isDue else { return found }
        // Others walk through the rows meanwhile.
        let index = ColumnIndex(column)
        state.withLock { state in
            state.makeRoom()
            state.slots[field, default: Slot()].index = index
            state.slots[field]?.isBeingMade = false
            state.slots[field]?.start = state.changed.count
        }
        return Found(index: index, changed: [], added: rows..<rows)
    }

    /// Bytes that no text of a field exceeds.
    func longestText(of field: Int, _ column: Column) -> Int {
        if let known = state.withLock({ $0.longest[field] }) { return known }
        let longest = column.longestText
        state.withLock { $0.longest[field] = longest }
        return longest
    }

    /// Notes a row that gets other values, or one that is added, `changed` being nil; before or after that is done.
    mutating func note(changed row: Int?, _ values: [Int: FieldValue], rows: Int) {
        // The other copies have the values of before.
        if !isKnownUniquelyReferenced(&state) { state = Locked(state.withLock { Self.unshared($0) }) }
        state.withLock { state in
            for (field, value) in values {
                guard case .text(let text) = value, let longest = state.longest[field] else { continue }
                state.longest[field] = max(longest, text.utf8.count)
            }
            guard let row, state.slots.contains(where: { $0.value.index != nil }) else { return }
            state.changed.append(row)
            guard state.changed.count > Self.lateRows(of: rows) else { return }
            state.slots = [:]
            state.changed = []
        }
    }

    /// What a copy knows; an index that is being made is not the copy's.
    private static func unshared(_ state: State) -> State {
        var state = state
        for (field, slot) in state.slots where slot.isBeingMade { state.end(field) }
        return state
    }

    /// Columns that have an index.
    var made: Set<Int> { state.withLock { Set($0.slots.filter { $0.value.index != nil }.keys) } }
}
