internal import HTTPSemantics

/// What `Retry-After` asks for (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
    /// Milliseconds to wait from a moment in milliseconds since 1970; nil where it cannot be read.
    static func milliseconds(_ text: String, from moment: Int64) -> Int64? {
        if let seconds = Int64(digits: text) { return seconds > 1 << 40 ? nil : seconds * 1000 }
        return date(text).map { $0 - moment }
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
    private static func date(_ text: String) -> Int64? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int64(digits: words[1]),
            let year = Int64(digits: words[3]),
            let month = months.firstIndex(of: String(words[2])), (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let parts = words[4].split(separator: ":", omittingEmptySubsequences: false)
        let clock = parts.compactMap { Int64(digits: $0) }
        // A leap second is one more (RFC 9110 §5.6.7).
        guard parts.count == 3, clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        // Days of whole years, then of whole months: nobody asks for a date so often that this would cost.
        func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        var days = (1970..<year).reduce(Int64(0)) { $0 + (isLeap($1) ? 366 : 365) } + day - 1
        let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths[..<month].reduce(0, +)
        return (((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]) * 1000
    }
}
