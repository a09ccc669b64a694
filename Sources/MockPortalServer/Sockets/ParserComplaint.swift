/// What libmicrohttpd says about a request that it refuses, as
/// `Error processing request (HTTP response code is 414 ('<html>…<body>…</body></html>')). Closing connection.`
enum ParserComplaint {
    /// The HTTP status that it answers with.
    static func status(in complaint: String) -> Int? {
        complaint.split { !$0.isNumber }.lazy.compactMap { Int($0) }.first { (400...599).contains($0) }
    }

    /// Whether it is about an answer that was not sent at all, because there was no room for its head.
    static func isOfUnsentHead(_ complaint: String) -> Bool {
        complaint.hasPrefix("Closing connection (failed to create response header)")
    }

    /// The words of the page that it sends, or the whole complaint.
    static func text(of complaint: String) -> String {
        var text = ""
        var isTag = false
        for character in complaint {
            switch character {
            case "<":
                isTag = true
                // The page's title only says the same again.
                text += " "
            case ">": isTag = false
            default: if !isTag { text.append(character) }
            }
        }
        let parts = text.split(separator: "('").map(String.init)
        guard parts.count == 2, let end = parts[1].lastIndex(of: "'") else { return complaint }
        return parts[1][..<end].split(separator: " ").joined(separator: " ")
    }
}
