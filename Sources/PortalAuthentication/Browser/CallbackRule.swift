/// What a listener makes of the requests that reach it: one of them is the browser's answer, all others are strangers'.
struct CallbackRule: Sendable {
    /// What came of a request.
    enum Verdict: Sendable, Equatable {
        /// Its head is not complete yet.
        case incomplete
        /// The browser came back from the sign-in page; what it asked for, path and query.
        case callback(target: String, CallbackPage)
        /// A request that is not the sign-in's, and the status to refuse it with.
        case stranger(status: Int)
    }

    /// The most bytes of a request's head.
    static let headLimit = 8 << 10

    /// Where the browser is sent back to, with the listener's port.
    let redirectURI: RedirectURI
    /// Its path.
    let path: String
    /// The `Host` that a browser sends there. Another one would be a page's whose name was made to lead here (DNS rebinding).
    let authority: String
    /// The state of the sign-in, which only this client knows.
    let state: String

    /// Judges the bytes that have come so far.
    func verdict(on bytes: some Collection<UInt8>) -> Verdict {
        let head = bytes.prefix(Self.headLimit)
        guard let end = Self.end(of: head) else {
            return bytes.count >= Self.headLimit ? .stranger(status: 431) : .incomplete
        }
        let lines = Self.lines(of: head.prefix(end))
        guard let first = lines.first, let request = Self.requestLine(first),
            Self.hosts(in: lines.dropFirst()) == [authority]
        else { return .stranger(status: 400) }
        let path = request.target.prefix { $0 != "?" }
        guard path == self.path else { return .stranger(status: 404) }
        guard request.method == "GET" else { return .stranger(status: 405) }
        let answer = AuthorizationCallback("http://\(authority)\(request.target)", to: redirectURI)
        guard let answer, answer.isAnswer, answer["state"] == state else { return .stranger(status: 400) }
        return .callback(target: request.target, CallbackPage(answer))
    }

    /// How many bytes stand before the empty line; nil where it has not come.
    private static func end(of head: some Collection<UInt8>) -> Int? {
        var matched = 0
        for (count, byte) in zip(1..., head) {
            let wanted: UInt8 = matched % 2 == 0 ? 0x0D : 0x0A
            matched = byte == wanted ? matched + 1 : byte == 0x0D ? 1 : 0
            if matched == 4 { return count - 4 }
        }
        return nil
    }

    private static func lines(of head: some Collection<UInt8>) -> [String] {
        head.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self)
        }
    }

    /// Method and target; nil for what no browser writes.
    private static func requestLine(_ line: String) -> (method: String, target: String)? {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(parts[2]), parts[1].first == "/",
            parts[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// What the `Host` fields say; a line that is no field counts as one, so that nothing is guessed.
    private static func hosts(in lines: some Sequence<String>) -> [String] {
        lines.compactMap { line in
            let name = line.prefix { $0 != ":" }
            guard name.endIndex < line.endIndex, !name.isEmpty, !name.contains(where: \.isWhitespace) else {
                return line
            }
            guard name.lowercased() == "host" else { return nil }
            return line[line.index(after: name.endIndex)...].split(whereSeparator: \.isWhitespace).joined(
                separator: " "
            )
            .lowercased()
        }
    }
}
