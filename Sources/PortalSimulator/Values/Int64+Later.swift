internal import JSONValues

extension Int64 {
    /// The moment so much later than this one, both in milliseconds since 1970; one that no number stands for is the nearest that one does.
    func later(by duration: Duration) -> Int64 {
        let (moment, overflows) = addingReportingOverflow(duration.inMilliseconds)
        guard overflows else { return moment }
        return duration < .zero ? .min : .max
    }
}
