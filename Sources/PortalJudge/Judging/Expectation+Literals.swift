extension Expectation {
    /// What the lines write out as values of fields: it is no secret.
    package var literals: Set<String> {
        let patterns = (wire ?? []) + (task?.patterns ?? [])
        let lines = patterns.flatMap(\.counted).map(\.line) + among + never
        return Set(
            lines.flatMap(\.attributes).compactMap { attribute in
                switch attribute {
                case .form(_, let value), .query(_, let value), .header(_, let value): value
                default: nil
                }
            })
    }
}
