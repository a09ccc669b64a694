extension WhereClause {
    /// Everything that is compared in it, in the order in which it is written.
    var operands: [Operand] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.operands)
        case .not(let inner): inner.operands
        case .compare(let left, _, let right): [left, right]
        case .like(let operand, _, _), .isNull(let operand): [operand]
        case .oneOf(let operand, let list): [operand] + list
        case .between(let operand, let low, let high): [operand, low, high]
        }
    }
}
