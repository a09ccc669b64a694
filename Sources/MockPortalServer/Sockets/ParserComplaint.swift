/// What libmicrohttpd says about a request that it refuses, as
/// `Error processing request (HTTP response code is 414 ('<html>…<body>…</body></html>')). Closing connection.`
enum ParserComplaint {
    /// The HTTP status that it answers with.
    static func status(in complaint: String) -> Int? {
        complaint.split { !$0.isNumber }.lazy.compactMap { Int($0) }.first { (400...599).contains($0) }
    }

    /// Whether it is about a line of a chunked body that fills the connection's memory, the only request that it answers with 500.
    static func isOfChunkLine(_ complaint: String) -> Bool { isOfRefusal(complaint) && status(in: complaint) == 500 }

    /// Whether it is about a request that libmicrohttpd answers itself.
    static func isOfRefusal(_ complaint: String) -> Bool { complaint.hasPrefix("Error processing request") }

    /// The one of two complaints in a row that tells what became of a request: who leaves while the refusal is sent was refused all
    /// the same.
    static func weightier(_ first: String?, _ second: String) -> String {
        guard let first, isOfRefusal(first), isOfSending(second) else { return second }
        return first
    }

    /// Whether it is about an answer that its client did not wait for.
    static func isOfSending(_ complaint: String) -> Bool { complaint.hasPrefix("Failed to send the response") }

    /// What is said instead, for libmicrohttpd takes it for a mistake of the server's author.
    static let longChunkLine = "the size of a chunk and its extensions are longer than this server reads"

    /// Whether it is about a connection that its client ended in the middle of a request; the reasons that some give speak of sending.
    private static func isOfLostConnection(_ complaint: String) -> Bool {
        [
            "Connection was closed by remote side with incomplete request",
            "Connection socket is closed when reading request due to the error",
            "Socket has been disconnected when reading request",
        ].contains { complaint.hasPrefix($0) }
    }

    /// What is said of that instead, and of every connection that its client ended in the middle of a request.
    static let lostConnection = "the client ended the connection in the middle of its request"

    /// Whether it is about an answer that was not sent at all, because there was no room for its head.
    static func isOfUnsentHead(_ complaint: String) -> Bool {
        complaint.hasPrefix("Closing connection (failed to create response header)")
    }

    /// The words of the page that it sends, or the whole complaint.
    static func text(of complaint: String) -> String {
        guard !isOfChunkLine(complaint) else { return longChunkLine }
        guard !isOfLostConnection(complaint) else { return lostConnection }
        guard let page = page(in: complaint) else { return complaint }
        var text = ""
        var isTag = false
        for character in page {
            switch character {
            case "<":
                isTag = true
                // The page's title only says the same again.
                text += " "
            case ">": isTag = false
            default: if !isTag { text.append(character) }
            }
        }
        return text.split(separator: " ").joined(separator: " ")
    }

    /// Bytes of the page that it sends.
    static func pageBytes(in complaint: String) -> Int { page(in: complaint)?.utf8.count ?? 0 }

    /// The page that it sends; nil for a complaint about anything else.
    static func page(in complaint: String) -> Substring? {
        guard isOfRefusal(complaint), let start = complaint.firstRange(of: "('")?.upperBound,
            let end = complaint.lastIndex(of: "'"), start <= end
        else { return nil }
        return complaint[start..<end]
    }
}
