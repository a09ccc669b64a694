/// A number as a whole one in text; one that is too large for that, as a portal may send, is written as it is.
enum RoundedText {
    static func of(_ number: Double) -> String {
        let rounded = number.rounded()
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }
}
