/// What a portal said, as lines of a name and a value.
enum ClientTable {
    /// Prints what is there; control characters of a portal's words do not reach the terminal.
    static func show(_ rows: [(name: String, value: String?)]) {
        let known = rows.compactMap { row in row.value.map { [row.name, harmless($0)] } }
        for line in Console.columns(known) { Console.say(line) }
    }

    private static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
