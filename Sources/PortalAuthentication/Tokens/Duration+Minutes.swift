extension Duration {
    /// How tokens are asked for: in minutes, rounded up; nil for none.
    var wholeMinutes: Int64? { self > .zero ? max(1, (milliseconds + 59_999) / 60_000) : nil }
}
