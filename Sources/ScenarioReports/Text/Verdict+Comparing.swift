package import PortalJudge

extension Verdict {
    /// Whether both say the same, for the same reasons; how findings are worded and in which order they stand does not count.
    ///
    /// Nor do the causes that a portal tells of what others find: a report of an earlier version lacks them.
    package func isSame(as other: Verdict) -> Bool { kind == other.kind && grounds == other.grounds }

    /// The codes that a verdict rests on, sorted.
    private var grounds: [String] { findings.map(\.code).filter { !$0.hasPrefix("refused.") }.sorted() }

    /// The kind and the codes of what was found, as `failed (wire.order, secret.in-url)`.
    package var summary: String {
        let codes = findings.map(\.code).joined(separator: ", ")
        return TextReport.label(kind) + (codes.isEmpty ? "" : " (\(codes))")
    }
}
