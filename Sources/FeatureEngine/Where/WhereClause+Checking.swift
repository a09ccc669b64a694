extension WhereClause {
    /// Why a table refuses a text as a where clause, in the portal's words; nil where it does not.
    package static func problem(in text: String, of table: FeatureTable) -> String? {
        do throws(WhereProblem) {
            _ = try RowTest(try WhereParser.parse(text), table)
            return nil
        } catch {
            return error.problem
        }
    }
}
