extension FixedWidthInteger {
    /// Reads `1*DIGIT` (RFC 5234 §B.1): ASCII digits and nothing else, no sign and no blank; nil where there is none or the number does
    /// not fit.
    ///
    /// `Int("+443")` is 443 in Swift, and numbers that others send have no sign.
    package init?(digits text: some StringProtocol) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(text, radix: 10)
    }
}
