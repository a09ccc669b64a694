internal import HTTPSemantics

extension RetryAfter {
    /// The wait that the first `Retry-After` asks for; a date counts from the answer's own `Date`, else from now.
    ///
    /// What lies in the past is zero; what is neither a delay nor a date is as if it were not there.
    static func duration(in headers: [HeaderField], now: @autoclosure () -> Timestamp) -> Duration? {
        guard let value = headers.first(named: "Retry-After")?.utf8.trimmingOptionalWhitespace() else { return nil }
        switch RetryAfter(Substring(value), now: now().milliseconds / 1000) {
        case .date(let seconds):
            let sent = Timestamp(dateIn: headers, now: now()) ?? now()
            return .milliseconds(min(max(0, seconds * 1000 - sent.milliseconds), longest * 1000))
        case .delay(let seconds): return .seconds(min(seconds, longest))
        case nil: return nil
        }
    }

    /// A hundred years: more is never waited, and can still be told in milliseconds.
    private static let longest: Int64 = 3_155_760_000
}
