extension ColumnCondition {
    /// A comparison of a column with a value; nil where that narrows nothing down.
    init?(_ field: Int?, _ comparison: WhereClause.Comparison, _ value: FieldValue?) {
        guard let field, let value, value != .null, value.double?.isNaN != true else { return nil }
        let bound = Bound(value: value, isIncluded: comparison != .less && comparison != .greater)
        switch comparison {
        case .unequal: return nil
        case .equal: self.init(field, [Interval(lower: bound, upper: bound)])
        case .less, .lessOrEqual: self.init(field, [Interval(upper: bound)])
        case .greater, .greaterOrEqual: self.init(field, [Interval(lower: bound)])
        }
    }
}

extension WhereClause.Comparison {
    /// The same comparison with its sides exchanged.
    var mirrored: WhereClause.Comparison {
        switch self {
        case .equal, .unequal: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    /// Whether it is true of two values.
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
