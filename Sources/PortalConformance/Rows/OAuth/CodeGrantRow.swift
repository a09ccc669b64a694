internal import ScenarioFormat

/// O01: the browser gives a code that is traded for tokens; only a person can do it, so that it never applies.
struct CodeGrantRow: ConformanceRow {
    let id = "O01"
    var needsDocuments: Bool { false }

    func unmetNeed(in context: RowContext) -> String? {
        let application = context.profile.application.map { ShellArgument.quoted($0.clientID) } ?? "<id>"
        return
            "only a person can sign in on the portal's page: mockportal user \(context.plan.portal) --client-id \(application)"
            + " opens a browser; oauth.refreshToken in the profile lets O09 and O14 judge what comes after"
    }

    func check(_ context: RowContext) async -> RowOutcome { .notApplicable("only a person can do it") }
}
