/// What a portal said, as lines of a name and a value.
enum ClientTable {
    /// Prints what is there.
    static func show(_ rows: [(name: String, value: String?)]) {
        let known = rows.compactMap { row in row.value.map { [row.name, $0] } }
        Console.say(lines: Console.columns(known))
    }
}
