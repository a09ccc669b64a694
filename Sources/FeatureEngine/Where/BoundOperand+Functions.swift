extension BoundOperand {
    /// Binds a function of values; throws where they are not what it takes.
    init(
        _ function: SQLFunction, _ parts: [BoundOperand], at position: Int, _ effort: QueryEffort
    ) throws(WhereProblem) {
        switch function {
        case .upper, .lower, .trimBoth, .trimLeading, .trimTrailing, .concat, .charLength, .position:
            let why = "\(function.rawValue) takes texts"
            var texts: [BoundOperand] = []
            for part in parts { texts.append(try part.needed(as: .text, why)) }
            let kind: Kind = function == .charLength || function == .position ? .number : .text
            self.init(kind, of: texts, at: position) { row in
                SQLText.value(function, texts.map { $0.value(row) }, effort)
            }
        case .substring:
            let text = try parts[0].needed(as: .text, "SUBSTRING takes a part of a text")
            for part in parts.dropFirst() { _ = try part.needed(as: .number, "SUBSTRING counts in numbers") }
            self.init(.text, of: parts, at: position) { row in
                SQLText.substring(text.value(row), parts.dropFirst().map { $0.value(row) }, effort)
            }
        case .coalesce:
            let kind = try Self.common(parts, "the values of COALESCE")
            self.init(kind, of: parts, at: position) { row in
                for part in parts {
                    let value = part.value(row)
                    if value != .null { return value }
                }
                return .null
            }
        case .nullIf:
            let (one, other) = (parts[0], try parts[1].fitting(parts[0]))
            self.init(one.kind, of: [one, other], at: position) { row in
                let value = one.value(row)
                return SQLArithmetic.areEqual(value, other.value(row)) ? .null : value
            }
        default:
            for part in parts { _ = try part.needed(as: .number, "\(function.rawValue) takes numbers") }
            self.init(.number, of: parts, at: position) { row in
                SQLArithmetic.value(function, parts.map { $0.value(row) }, effort)
            }
        }
    }
}
