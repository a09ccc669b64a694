internal import HTTPSemantics

/// Days and moments that services write as texts (ISO 8601): `2024-05-31` and `2024-05-31T14:00:00.000+02:00`.
enum CalendarText {
    /// The first moment of a day, in milliseconds since 1970; nil for what is no day.
    static func milliseconds(ofDay text: String) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = number(parts[0], 4), let month = number(parts[1], 2),
            let day = number(parts[2], 2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        // The day after a month's last one is none of that month.
        guard CivilDate(secondsSince1970: date.secondsSince1970) == date else { return nil }
        return date.secondsSince1970 * 1000
    }

    /// A moment in milliseconds since 1970, and how many seconds its clock is ahead of UTC; nil for what is none.
    static func moment(_ text: String) -> (milliseconds: Int64, offset: Int)? {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, let day = milliseconds(ofDay: String(parts[0])) else { return nil }
        var clock = parts[1]
        var offset: Int64 = 0
        if clock.hasSuffix("Z") {
            clock.removeLast()
        } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            guard let ahead = seconds(clock[clock.index(after: sign)...]) else { return nil }
            offset = clock[sign] == "-" ? -ahead : ahead
            clock = clock[..<sign]
        }
        guard let time = seconds(clock.prefix { $0 != "." }) else { return nil }
        return (day + (time - offset) * 1000, Int(offset))
    }

    /// Hours and minutes, and seconds where they are told.
    private static func seconds(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hours = number(parts[0], 2), hours < 24,
            let minutes = number(parts[1], 2), minutes < 60
        else { return nil }
        guard parts.count == 3 else { return hours * 3600 + minutes * 60 }
        guard let seconds = number(parts[2], 2), seconds < 60 else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    private static func number(_ text: Substring, _ count: Int) -> Int64? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
