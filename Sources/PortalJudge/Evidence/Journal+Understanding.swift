extension Journal {
    /// Plays whose answer cannot be read to its end, or means nothing.
    private static let illegible = [
        "emptyBody", "malformedJSON", "deepJSON", "badGzip", "truncatedChunk", "endlessBody",
    ]

    /// Whether the client could learn from the answer what became of its request.
    ///
    /// A fault that delivers the whole answer, however oddly, leaves it understood; what was cut off does not.
    func isUnderstood(_ request: Request) -> Bool {
        guard let answer = request.answer else { return false }
        guard let words = request.fault?.split(separator: " "), let play = words.first else { return true }
        switch play {
        case "reset", "close", "stall":
            // More was to be let through than there was: nothing was cut off.
            guard words.count == 3, words[1] == "body", let limit = Int(words[2]) else { return false }
            return answer.size < limit
        case "contentLength": return words.count == 2 && (Int(words[1]) ?? 1) <= 0
        case "drip":
            // It goes on until it is through, or until the client leaves.
            return connections.first { $0.number == request.connection }?.end?.by == "server"
        default: return !Self.illegible.contains(String(play))
        }
    }

    /// Whether the client cannot have learned what became of a request, or was told that the server could not do it now.
    func isLost(_ request: Request) -> Bool {
        guard isUnderstood(request), let answer = request.answer else { return true }
        return answer.status == 429 || answer.status >= 500 || answer.code >= 500
    }

    /// Whether the client learned that what a request carried was refused; a status injected by a fault does not count.
    func isRefused(_ request: Request, with codes: [Int]) -> Bool {
        guard let answer = request.answer, codes.contains(answer.code), isUnderstood(request) else { return false }
        return request.fault?.hasPrefix("status ") != true
    }
}

extension Journal.Request {
    /// Whether a web tier refused it for want of its own credentials or in the middle of their exchange, so that nothing in its body was looked at (RFC 9110 §15.5.2).
    var isStoppedByWebTier: Bool {
        authorization?.verdict == .continued
            || authorization == nil && decisions.contains { !$0.passed && $0.cause == .credentialsMissing }
    }
}
