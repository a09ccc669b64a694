/// Values that operators join from left to right, bound one behind the other: a list of links, so that its length costs no stack.
struct BoundChain {
    /// What makes a row's value of the value before.
    private typealias Link = (_ row: Int, _ left: FieldValue) -> FieldValue

    private var first: BoundOperand
    private var links: [Link] = []
    private var kind: BoundOperand.Kind
    private var weight: Int
    private let position: Int
    private let effort: QueryEffort

    /// Binds all of them; throws where they do not fit what is done with them.
    init(
        _ first: WhereClause.Operand, _ steps: [ValueExpression.Step], at position: Int, _ table: FeatureTable,
        _ effort: QueryEffort
    ) throws(WhereProblem) {
        var steps = steps[...]
        var interval: SQLInterval?
        if case .computed(.interval(let before)) = first.content, let step = steps.first, step.operator.isSum(.add) {
            interval = before
            self.first = try BoundOperand(step.right, table, effort)
            steps = steps.dropFirst()
        } else {
            self.first = try BoundOperand(first, table, effort)
        }
        kind = self.first.kind
        weight = self.first.weight
        self.position = position
        self.effort = effort
        if let interval { try add(interval) }
        for step in steps { try append(step, table) }
    }

    /// The value of the whole chain.
    var operand: BoundOperand {
        guard !links.isEmpty else { return first }
        return BoundOperand(kind, at: position, weight: weight) { [first, links] row in
            links.reduce(first.value(row)) { value, link in link(row, value) }
        }
    }

    private mutating func append(_ step: ValueExpression.Step, _ table: FeatureTable) throws(WhereProblem) {
        if case .computed(.interval(let interval)) = step.right.content {
            if step.operator.isSum(.add) { return try add(interval) }
            if step.operator.isSum(.subtract) { return try add(interval.negated) }
        }
        let right = try BoundOperand(step.right, table, effort)
        switch step.operator {
        case .joined:
            let why = "|| joins texts"
            try need(.text, why)
            let text = try right.needed(as: .text, why)
            link(.text, right) { [effort] row, left in SQLText.joined([left, text.value(row)], effort) }
        case .arithmetic(let operation): try append(operation, right)
        }
    }

    /// Numbers with numbers; dates with days and with one another, which are days apart.
    private mutating func append(
        _ operation: ValueExpression.Arithmetic, _ right: BoundOperand
    ) throws(WhereProblem) {
        switch (kind, right.kind, operation) {
        case (.date, .number, .add), (.date, .number, .subtract):
            link(.date, right) { [effort] row, left in
                SQLArithmetic.days(right.value(row), operation, from: left, effort)
            }
        case (.date, .date, .subtract):
            link(.number, right) { row, left in
                guard let end = left.double, let start = right.value(row).double else { return .null }
                return .number((end - start) / 86_400_000)
            }
        default:
            let why = "\(operation.rawValue) takes numbers"
            try need(.number, why)
            let number = try right.needed(as: .number, why)
            link(.number, right) { [effort] row, left in
                SQLArithmetic.value(left, operation, number.value(row), effort)
            }
        }
    }

    private mutating func add(_ interval: SQLInterval) throws(WhereProblem) {
        try need(.date, "an INTERVAL is added to a date")
        link(.date, nil) { [effort] _, date in SQLArithmetic.later(date, by: interval, effort) }
    }

    /// Throws where the value so far is not of a kind or nothing.
    private func need(_ kind: BoundOperand.Kind, _ why: String) throws(WhereProblem) {
        guard self.kind == kind || self.kind == .null else {
            let shown = links.isEmpty ? first.shown : "the expression"
            throw WhereProblem("\(why), and \(shown) is none", at: first.position)
        }
    }

    /// Adds a link; what is the same for every row so far is worked out at once.
    private mutating func link(_ kind: BoundOperand.Kind, _ right: BoundOperand?, _ link: @escaping Link) {
        self.kind = kind
        if links.isEmpty, first.constant != nil, right.map({ $0.constant != nil }) ?? true {
            first = BoundOperand(kind, of: [first] + (right.map { [$0] } ?? []), at: position) { [first] row in
                link(row, first.value(row))
            }
            return
        }
        links.append(link)
        weight += 1 + (right?.weight ?? 0)
    }
}

extension ValueExpression.Operator {
    fileprivate func isSum(_ operation: ValueExpression.Arithmetic) -> Bool {
        if case .arithmetic(operation) = self { true } else { false }
    }
}
