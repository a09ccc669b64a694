extension Int64 {
    /// The difference from another number; one that does not fit is the number next to it.
    func clampedDifference(from other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (self < other ? .min : .max) : difference
    }
}
