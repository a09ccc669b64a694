internal import HTTPSemantics

extension RetryAfter {
    /// The wait that a field value asks for, in milliseconds from a moment in milliseconds since 1970; nil where it cannot be read.
    ///
    /// A delay of more than 35 000 years asks for nothing.
    static func milliseconds(_ text: String, from moment: Int64) -> Int64? {
        switch RetryAfter(text, now: moment / 1000) {
        case .delay(let seconds): seconds > 1 << 40 ? nil : seconds * 1000
        case .date(let seconds): (seconds * 1000).clampedDifference(from: moment)
        case nil: nil
        }
    }
}
