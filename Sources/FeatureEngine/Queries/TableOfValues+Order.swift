extension TableOfValues {
    /// Puts the lines in order; throws where a name is none of the fields.
    mutating func sort(_ order: [LayerQuery.Order]) throws(QueryProblem) {
        var keys: [(index: Int, isDescending: Bool)] = []
        for order in order {
            guard let index = fields.firstIndex(where: { $0.name.lowercased() == order.name.lowercased() }) else {
                throw QueryProblem(
                    .order, "\(order.name.prefix(60)) is no field of this answer",
                    unknownField: String(order.name.prefix(60)))
            }
            keys.append((index, order.isDescending))
        }
        guard !keys.isEmpty else { return }
        lines = lines.enumerated().sorted { left, right in
            for key in keys {
                let (a, b) = (left.element[key.index], right.element[key.index])
                if FieldValue.precedes(a, b) { return !key.isDescending }
                if FieldValue.precedes(b, a) { return key.isDescending }
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}
