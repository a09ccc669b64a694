/// Lines as words: how one is told to be like another, and what takes a part of it away.
extension WireLine {
    /// The words of the line, as they were written.
    package var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Whether a line is one of those that this one, written as in `never`, means: what is not written here may be anything.
    package func means(_ line: WireLine) -> Bool {
        guard method == "*" || method == line.method, Self.matches(operation, line.operation) else { return false }
        if token != .unasked, token != line.token, !(token == .some && line.token.isAny) { return false }
        if let listener, listener != "*", listener != line.listener { return false }
        if let identity, identity != line.identity { return false }
        if let result, result != line.result { return false }
        if case .some(let scheme, let user, let verdict)? = credentials {
            guard case .some(scheme, let otherUser, let otherVerdict)? = line.credentials else { return false }
            if let user, user != otherUser { return false }
            if let verdict, verdict != otherVerdict { return false }
        }
        return attributes.allSatisfy(line.attributes.contains)
    }

    /// The line without something that it asks: `method`, `token`, `result`, or the name of an attribute.
    package func without(_ name: String) throws(WireLineError) -> WireLine {
        var words = words
        switch name {
        case "method": words[0] = "*"
        case "token": words = words.map { $0.hasPrefix("+") ? "+any" : $0 }
        case "result": if let arrow = words.firstIndex(of: "->") { words.removeSubrange(arrow...) }
        default: words.removeAll { $0.hasPrefix("\(name)=") }
        }
        return try WireLine(parsing: words.joined(separator: " "))
    }

    /// The line with other words.
    package func replacingWords(
        isNever: Bool = false, _ change: (String) -> String
    ) throws(WireLineError) -> WireLine {
        var changed: [String] = []
        for word in words { changed.append(change(word)) }
        return try WireLine(parsing: changed.joined(separator: " "), isNever: isNever)
    }

    /// Whether the words of a method or operation, `|` between them, hold another; `*` alone or at the end stands for anything.
    static func matches(_ pattern: String, _ operation: String) -> Bool {
        pattern.split(separator: "|", omittingEmptySubsequences: false).contains { choice in
            guard choice.hasSuffix("*") else { return choice == operation }
            return operation.hasPrefix(choice.dropLast())
        }
    }
}

extension WireLine.TokenMark {
    /// Whether a token must be there, whichever.
    package var isAny: Bool {
        switch self {
        case .some, .alias: true
        case .none, .unasked: false
        }
    }
}
