/// How long a server asks a client to wait, as `Retry-After` says it (RFC 9110 §10.2.3).
package enum RetryAfter: Sendable, Equatable {
    /// Seconds to wait; a number that does not fit counts as the largest that does.
    case delay(seconds: Int64)
    /// A date to wait for, in seconds since 1970.
    case date(seconds: Int64)

    /// Reads a field value without blanks around it; nil where it is neither digits nor a date.
    ///
    /// A two-digit year lies around `now`, in seconds since 1970; see ``HTTPDate/seconds(of:now:)``.
    package init?(_ text: some StringProtocol, now: @autoclosure () -> Int64) {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .delay(seconds: Int64(digits: text) ?? .max)
        } else if let date = HTTPDate.seconds(of: String(text), now: now()) {
            self = .date(seconds: date)
        } else {
            return nil
        }
    }
}
