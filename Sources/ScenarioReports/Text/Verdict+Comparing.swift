package import PortalJudge

extension Verdict {
    /// Whether both say the same, for the same reasons; how findings are worded does not count.
    package func isSame(as other: Verdict) -> Bool {
        kind == other.kind && findings.map(\.code) == other.findings.map(\.code)
    }

    /// The kind and the codes of what was found, as `failed (wire.order, secret.in-url)`.
    package var summary: String {
        let codes = findings.map(\.code).joined(separator: ", ")
        return TextReport.label(kind) + (codes.isEmpty ? "" : " (\(codes))")
    }
}
