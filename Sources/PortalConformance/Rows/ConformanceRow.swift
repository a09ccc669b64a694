/// One row of the catalogue, judged against portals that are not ours.
///
/// A row is a value in a file of its own: its id, what it needs of portal and profile, and how it is judged. What
/// several rows use is in ``RowContext``, on ``ConformanceStage`` and on ``RowOutcome``.
protocol ConformanceRow: Sendable {
    /// The id in the catalogue, such as `C01`; a row that the catalogue lacks has a name, such as `public-item`.
    var id: String { get }

    /// What reports call the row where the catalogue has no row of this id. Default: the id.
    var title: String { get }

    /// What the row asks for where the catalogue has no row of this id. Default: nothing.
    var requirement: String { get }

    /// Whether the row needs the portal's documents, and does not apply where ``PortalSurvey/obstacle`` keeps them
    /// away. Default: yes; rows about what stands in front of the portal say no.
    var needsDocuments: Bool { get }

    /// What the row needs and this portal or profile lacks, as the reason of the verdict "not applicable". Default:
    /// nil, which means that the row can be judged.
    func unmetNeed(in context: RowContext) -> String?

    /// Drives the client through the row and says who departed from what; asked only where no need is unmet.
    func check(_ context: RowContext) async -> RowOutcome
}

extension ConformanceRow {
    var title: String { id }

    var requirement: String { "" }

    var needsDocuments: Bool { true }

    func unmetNeed(in context: RowContext) -> String? { nil }

    /// The row from its needs to its outcome.
    func outcome(in context: RowContext) async -> RowOutcome {
        if context.profile.skipped.contains(id) { return .notApplicable("the profile skips it") }
        if needsDocuments, let obstacle = context.survey.obstacle { return .notApplicable(obstacle) }
        if let need = unmetNeed(in: context) { return .notApplicable(need) }
        return await check(context)
    }
}
