package import HTTPSemantics

extension HTTPDate {
    /// Reads a date in one of the three forms of RFC 9110 §5.6.7; nil for anything else.
    package static func parse(_ text: String) -> Timestamp? {
        seconds(of: text).map { Timestamp(milliseconds: $0 * 1000) }
    }
}
