package import HTTPSemantics

extension Timestamp {
    /// Reads a date in one of the three forms of RFC 9110 §5.6.7; nil for anything else. Two-digit years lie around `now`.
    package init?(httpDate text: String, now: @autoclosure () -> Timestamp) {
        guard let seconds = HTTPDate.seconds(of: text, now: now().milliseconds / 1000) else { return nil }
        self.init(milliseconds: seconds * 1000)
    }

    /// Reads the first `Date` of an answer (RFC 9110 §6.6.1); nil where there is none that can be read.
    package init?(dateIn headers: [HeaderField], now: @autoclosure () -> Timestamp) {
        guard let text = headers.first(named: "Date") else { return nil }
        self.init(httpDate: text, now: now())
    }
}
