extension WhereClause {
    /// Comparisons over all rows that a clause may cost: more would hold up other requests.
    private static let maximumWork = 20_000_000

    /// Those of some rows of a table of which the clause is true, in their order.
    ///
    /// Throws where it names no field of the table, compares what cannot be compared, or would take too long.
    func matches(among rows: [Int], of table: FeatureTable) throws(QueryProblem) -> [Int] {
        try matches(rows.count, of: table) { _ in rows }
    }

    /// Every row of a table of which the clause is true, in their order; throws as ``matches(among:of:)`` does.
    ///
    /// It is the same whether an index proposes rows or not.
    func matches(of table: FeatureTable) throws(QueryProblem) -> [Int] {
        try matches(table.count, of: table) { $0.candidates(in: table) ?? table.rows }
    }

    /// Those of `count` rows of which it is true; `rows` gives the ones among which these are.
    private func matches(
        _ count: Int, of table: FeatureTable, among rows: (RowTest) -> [Int]
    ) throws(QueryProblem) -> [Int] {
        let effort = QueryEffort()
        let test: RowTest
        do {
            test = try RowTest(self, table, effort)
        } catch {
            throw QueryProblem(error)
        }
        let (work, isTooLarge) = count.multipliedReportingOverflow(by: test.weight)
        guard !isTooLarge, work <= Self.maximumWork, let found = test.matching(rows(test)) else {
            if let failure = effort.failure { throw QueryProblem(.clause, failure) }
            throw QueryProblem(.clause, "too many comparisons for \(count) features; ask with fewer")
        }
        return found
    }
}

extension QueryProblem {
    /// What is wrong with a where clause, and where in it.
    package init(_ problem: WhereProblem) {
        self.init(
            .clause, "\(problem.problem), at character \(problem.position)", unknownField: problem.unknownField)
    }
}
