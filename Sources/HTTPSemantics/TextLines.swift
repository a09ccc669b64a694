extension String {
    /// The lines of a text that others wrote: LF ends a line, and a CR before it belongs to the end.
    ///
    /// Bytes are looked at, for CR LF is one `Character` and no LF. Nothing else ends a line: U+2028 may stand in a JSON string as it is
    /// (RFC 8259 §7).
    package var textLines: [Substring] {
        utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            Substring(line.last == 0x0D ? line.dropLast() : line)
        }
    }
}
