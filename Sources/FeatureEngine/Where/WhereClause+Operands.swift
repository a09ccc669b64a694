extension WhereClause {
    /// Everything that is compared in it, in the order in which it is written; of what is worked out, what it is worked out of.
    var operands: [Operand] { compared.flatMap(\.leaves) }

    private var compared: [Operand] {
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

extension WhereClause.Operand {
    /// The fields and values that it is made of; itself where it is one.
    var leaves: [WhereClause.Operand] {
        guard case .computed(let expression) = content else { return [self] }
        return expression.operands.flatMap(\.leaves)
    }
}
