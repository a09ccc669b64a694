/// A wire line that cannot be read; the loader adds file and key path.
package struct WireLineError: Error, Sendable, Equatable {
    /// What is wrong.
    package let problem: String
    /// The words that would have been allowed.
    package let allowed: [String]
    /// What was written instead.
    package let written: String?

    init(_ problem: String, allowed: [String] = [], written: String? = nil) {
        self.problem = problem
        self.allowed = allowed
        self.written = written
    }
}

extension WireLine {
    static let methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "*"]
    static let attributeNames = [
        "carrier", "referer", "conn", "path", "user", "password", "form.<name>", "query.<name>", "header.<name>",
    ]

    /// Reads a line; in a pattern of `never` what is not written is not asked.
    package init(parsing text: String, isNever: Bool = false) throws(WireLineError) {
        var words = text.split(separator: " ").map(String.init)
        var result: Result?
        if let arrow = words.firstIndex(of: "->") {
            guard arrow == words.count - 2 else { throw WireLineError("one result stands after ->") }
            result = try Self.result(words[arrow + 1])
            words.removeSubrange(arrow...)
        }
        guard words.count >= 2 else {
            throw WireLineError("\"\(text)\" is no line; write METHOD operation [attributes] [-> result]")
        }
        guard Self.methods.contains(words[0]) else {
            throw WireLineError("\"\(words[0])\" is no method", allowed: Self.methods, written: words[0])
        }
        method = words[0]
        operation = words[1]
        token = isNever ? .unasked : .none
        listener = isNever ? nil : "portal"
        attributes = []
        self.result = result
        self.text = text.trimmingBlanks()
        for word in words.dropFirst(2) {
            if word == "bare" {
                token = .none
            } else if word == "+any" {
                token = .some
            } else if word.hasPrefix("+") {
                token = .alias(String(word.dropFirst()))
            } else if word.hasPrefix("@") {
                listener = String(word.dropFirst())
            } else {
                attributes.append(try Self.attribute(word))
            }
        }
    }

    private static func result(_ word: String) throws(WireLineError) -> Result {
        if let code = Int(word) { return .code(code) }
        if word == "none" { return .unanswered }
        if word.hasPrefix("token#") { return .issued(word) }
        if word.hasPrefix("status="), let status = Int(word.dropFirst("status=".count)) { return .status(status) }
        throw WireLineError(
            "\"\(word)\" is no result", allowed: ["<code>", "status=<HTTP status>", "token#<n>", "none"], written: word)
    }

    private static func attribute(_ word: String) throws(WireLineError) -> Attribute {
        guard let equals = word.firstIndex(of: "=") else {
            throw WireLineError(
                "\"\(word)\" is no attribute",
                allowed: ["bare", "+<token>", "@<host>"] + attributeNames.map { "\($0)=" },
                written: word)
        }
        let name = String(word[..<equals])
        let written = String(word[word.index(after: equals)...])
        let value = Percent.decoded(written)
        let optional = written == "-" ? nil : value
        switch name {
        case "carrier":
            guard let carrier = Journal.TokenCarrier(rawValue: written) else {
                let allowed = ["esriHeader", "authorizationHeader", "form", "query", "cookie"]
                throw WireLineError("\"\(written)\" is no carrier", allowed: allowed, written: written)
            }
            return .carrier(carrier)
        case "referer": return .referer(value)
        case "conn":
            guard written == "new" || written == "same" else {
                throw WireLineError("\"\(written)\" is no connection", allowed: ["new", "same"], written: written)
            }
            return .connection(isNew: written == "new")
        case "path": return .path(written)
        case "user": return .user(value)
        case "password":
            guard written == "right" || written == "wrong" else {
                throw WireLineError("write right or wrong", allowed: ["right", "wrong"], written: written)
            }
            return .password(isRight: written == "right")
        default:
            if name.hasPrefix("form.") { return .form(String(name.dropFirst(5)), optional) }
            if name.hasPrefix("query.") { return .query(String(name.dropFirst(6)), optional) }
            if name.hasPrefix("header.") { return .header(String(name.dropFirst(7)), optional) }
            throw WireLineError("\"\(name)\" is no attribute", allowed: attributeNames, written: name)
        }
    }
}

extension HandshakeLine {
    /// Whether a line speaks of a handshake and not of a request.
    package static func isHandshake(_ text: String) -> Bool { CountedText.read(text).text.hasPrefix("TLS ") }

    /// Reads a line like `TLS refused @other cert=expired alert=unknown_ca`.
    package init(parsing text: String) throws(WireLineError) {
        let (counts, rest) = CountedText.read(text)
        let words = rest.split(separator: " ").map(String.init)
        guard words.count >= 2, words[0] == "TLS", words[1] == "refused" else {
            throw WireLineError("write TLS refused [@host] [cert=recipe] [alert=name]")
        }
        listener = "portal"
        count = counts.lowerBound
        maximum = counts.upperBound
        self.text = text.trimmingBlanks()
        for word in words.dropFirst(2) {
            if word.hasPrefix("@") {
                listener = String(word.dropFirst())
            } else if word.hasPrefix("cert=") {
                certificate = String(word.dropFirst(5))
            } else if word.hasPrefix("alert=") {
                alert = String(word.dropFirst(6))
            } else {
                throw WireLineError(
                    "\"\(word)\" is not known", allowed: ["@<host>", "cert=<recipe>", "alert=<name>"], written: word)
            }
        }
    }
}
