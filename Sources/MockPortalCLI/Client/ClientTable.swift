/// What a portal said, as lines of a name and a value.
enum ClientTable {
    /// Prints what is there.
    static func show(_ rows: [(name: String, value: String?)]) {
        let known = rows.compactMap { row in row.value.map { [row.name, shortened($0)] } }
        Console.say(lines: Console.columns(known))
    }

    /// Bytes of a value that are shown: a portal may call itself whatever it likes, and for as long.
    private static let longest = 1000

    private static func shortened(_ text: String) -> String {
        let count = text.utf8.count
        guard count > longest else { return text }
        let start = String(decoding: text.utf8.prefix(longest), as: UTF8.self)
        return "\(start)… (\(count) bytes)"
    }
}
