/// One side of a comparison, as a value of each row.
struct BoundOperand {
    enum Kind {
        case number
        case date
        case text
        case null
    }
    let kind: Kind
    /// The column itself, where it is nothing but a field.
    private(set) var column: Column?
    /// The index of that column.
    private(set) var field: Int?
    /// Bytes that none of its texts exceeds before it is folded.
    private var longest = 0
    /// The value, where it is the same for every row.
    let constant: FieldValue?
    let value: (Int) -> FieldValue
    /// What it is called in a complaint.
    let shown: String
    let position: Int
    /// How much work one row's value is, in comparisons; 0 where it is not worked out.
    private(set) var weight = 0
    /// Whether each row's value is folded anew.
    private var isFolded = false

    /// What one of its texts costs: bytes that are folded, blocks of them that are only compared.
    func cost(of text: String) -> Int {
        if constant != nil { return 1 }
        return isFolded ? 1 + text.utf8.count / 2 : 1 + text.utf8.count / 16
    }

    /// Bytes that none of its texts exceeds; nil where they are worked out.
    var longestText: Int? {
        if case .text(let text)? = constant { return text.utf8.count }
        // No letter takes more than three times its bytes once it is folded.
        return weight > 0 ? nil : isFolded ? 3 * longest : longest
    }

    /// What one of its values costs at most; nil where it is worked out, and may be none.
    var highestCost: Int? {
        guard weight == 0 else { return nil }
        guard kind == .text else { return 0 }
        return constant != nil ? 1 : longestText.map { isFolded ? 1 + $0 / 2 : 1 + $0 / 16 }
    }

    /// Binds a value, which counts as work; throws where it does not fit, or where that is too much.
    init(_ operand: WhereClause.Operand, _ table: FeatureTable, _ effort: QueryEffort) throws(WhereProblem) {
        guard effort.allowsBinding() else {
            throw WhereProblem("too many values and operators; ask with fewer", at: operand.position)
        }
        switch operand.content {
        case .computed(let expression): try self.init(expression, at: operand.position, table, effort)
        case .field(let name):
            guard let index = table.field(name) else {
                let known = table.fields.prefix(40).map(\.name).joined(separator: ", ")
                throw WhereProblem(
                    "\(name.prefix(60)) is no field of this layer; it has \(known)", at: operand.position,
                    unknownField: String(name.prefix(60)))
            }
            let field = table.fields[index]
            let column = table.columns[index]
            let kind: Kind = field.type == .date ? .date : field.type.storage == .texts ? .text : .number
            try self.init(operand, kind, constant: nil, shown: field.name) { column[$0] }
            if kind == .text { longest = table.longestText(of: index) }
            guard operand.folding == nil else { return }
            self.column = column
            self.field = index
        case .text(let text): try self.init(operand, .text, .text(text), shown: "'\(text.prefix(40))'")
        case .integer(let value): try self.init(operand, .number, .integer(value), shown: "\(value)")
        case .number(let value): try self.init(operand, .number, .number(value), shown: "\(value)")
        case .moment(let value): try self.init(operand, .date, .integer(value), shown: "a date")
        case .null: try self.init(operand, .null, .null, shown: "NULL")
        }
    }

    private init(
        _ operand: WhereClause.Operand, _ kind: Kind, _ constant: FieldValue, shown: String
    ) throws(WhereProblem) {
        let folded = Self.folded(constant, operand.folding)
        try self.init(operand, kind, constant: folded, shown: shown) { _ in folded }
    }

    private init(
        _ operand: WhereClause.Operand, _ kind: Kind, constant: FieldValue?, shown: String,
        _ value: @escaping (Int) -> FieldValue
    ) throws(WhereProblem) {
        if operand.folding != nil, kind != .text {
            throw WhereProblem("UPPER and LOWER change texts only, and \(shown) is none", at: operand.position)
        }
        self.kind = kind
        self.constant = constant
        self.shown = shown
        position = operand.position
        guard let folding = operand.folding, constant == nil else {
            self.value = value
            return
        }
        isFolded = true
        self.value = { Self.folded(value($0), folding) }
    }

    /// A value that is worked out of others: once where they are the same for every row.
    init(_ kind: Kind, of parts: [BoundOperand], at position: Int, _ value: @escaping (Int) -> FieldValue) {
        self.kind = kind
        self.position = position
        shown = "the expression"
        if parts.allSatisfy({ $0.constant != nil }) {
            let constant = value(0)
            self.constant = constant
            self.value = { _ in constant }
        } else {
            constant = nil
            self.value = value
            weight = parts.reduce(1) { $0 + $1.weight }
        }
    }

    /// A value that is worked out for each row.
    init(_ kind: Kind, at position: Int, weight: Int, _ value: @escaping (Int) -> FieldValue) {
        self.kind = kind
        self.position = position
        self.weight = weight
        self.value = value
        shown = "the expression"
        constant = nil
    }

    private init(_ operand: BoundOperand, as kind: Kind, _ constant: FieldValue) {
        self.kind = kind
        self.constant = constant
        value = { _ in constant }
        shown = operand.shown
        position = operand.position
    }

    /// The same beside another operand: a text is read as a date or a number where the other is one. Throws where the two do not meet.
    func fitting(_ other: BoundOperand) throws(WhereProblem) -> BoundOperand {
        switch (kind, other.kind) {
        case (.null, _), (_, .null), (.text, .text), (.number, .number), (.date, .date): return self
        // Milliseconds are as good as a date.
        case (.number, .date), (.date, .number): return self
        case (.text, .date):
            if case .text(let text)? = constant, let moment = Moment.milliseconds(of: text) {
                return BoundOperand(self, as: .date, .integer(moment))
            }
        case (.text, .number):
            if case .text(let text)? = constant, let number = SQLCast.number(of: text) {
                return BoundOperand(self, as: .number, number)
            }
        // The other side turns into what this one is, or throws.
        case (_, .text): if case .text? = other.constant { return self }
        }
        throw WhereProblem("\(shown) cannot be compared with \(other.shown)", at: position)
    }

    private static func folded(_ value: FieldValue, _ folding: WhereClause.Operand.Folding?) -> FieldValue {
        guard let folding, case .text(let text) = value else { return value }
        return .text(folding.applied(to: text))
    }
}
