package import PortalJudge

extension FindingGuide {
    /// The whole entry as a person reads it.
    package var textLines: [String] {
        let title = code.hasSuffix(".") ? "\(code)…" : code
        return ["\(title): \(meaning)", "  advice   \(advice)", "  source   \(source)"]
    }
}
