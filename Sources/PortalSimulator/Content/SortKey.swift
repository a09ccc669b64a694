internal import JSONValues

/// A member's value in the order in which a search sorts it: nothing before numbers, and these before texts.
enum SortKey {
    case nothing
    case number(Double)
    /// A text in lower case.
    case text(String)

    init(_ value: JSONValue?) {
        switch value {
        case .integer(let number): self = .number(Double(number))
        case .number(let number): self = .number(number)
        case .string(let text): self = .text(text.lowercased())
        default: self = .nothing
        }
    }
}

extension SearchEffort {
    /// Entries by their keys; throws where comparing these costs more than it may.
    ///
    /// Equal keys keep their order, so that pages neither repeat nor lose an entry.
    func sorted<Entry>(
        _ entries: [Entry], isDescending: Bool, by key: (Entry) -> SortKey
    ) throws(SearchProblem) -> [Entry] {
        let keyed = entries.enumerated().map { (offset: $0, entry: $1, key: key($1)) }
        let sorted = keyed.sorted { left, right in
            switch order(left.key, right.key) {
            case .before: !isDescending
            case .same: left.offset < right.offset
            case .after: isDescending
            }
        }
        guard !isUsedUp else { throw Self.orderProblem }
        return sorted.map(\.entry)
    }

    private func order(_ one: SortKey, _ other: SortKey) -> Order {
        switch (one, other) {
        case (.text(let one), .text(let other)): order(one, other)
        case (.number(let one), .number(let other)): one < other ? .before : one == other ? .same : .after
        case (.nothing, .nothing): .same
        case (.nothing, _), (.number, .text): .before
        case (_, .nothing), (.text, .number): .after
        }
    }
}
