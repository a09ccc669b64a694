internal import HTTPSemantics

/// How long a server asks to be left alone (RFC 9110 §10.2.3).
enum RetryAfter {
    /// The first `Retry-After`, in seconds or as a date; a date counts from the answer's own `Date`, else from now.
    ///
    /// What lies in the past is zero; what is neither is as if it were not there.
    static func duration(in headers: [HeaderField], now: @autoclosure () -> Timestamp) -> Duration? {
        guard let value = headers.first(named: "Retry-After")?.trimmingBlanks, !value.isEmpty else { return nil }
        if let date = Timestamp(httpDate: String(value), now: now()) {
            let sent = Timestamp(dateIn: headers, now: now()) ?? now()
            return .milliseconds(max(0, date.milliseconds - sent.milliseconds))
        }
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return .seconds(min(Int64(digits: value) ?? longest, longest))
    }

    /// A hundred years: more is never waited, and can still be told in milliseconds.
    private static let longest: Int64 = 3_155_760_000
}

extension String {
    fileprivate var trimmingBlanks: Substring {
        var text = self[...]
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
