internal import JSONValues

/// Fills the placeholders of a scenario with the URLs and tokens of a running portal.
struct Placeholders: Sendable {
    private let values: [String: String]
    /// What stands for the URL of a further host that is not known; nil leaves its placeholder as it is.
    private let furtherHost: String?

    /// Values like those of a running portal, for a look at a document before one runs.
    static let sample = Placeholders(
        values: [
            "portal": "https://portal.test/portal", "server": "https://portal.test/server",
            "origin": "https://portal.test", "HOST": "PORTAL.TEST", "port": "443", "http": "http://portal.test/portal",
            "httpOrigin": "http://portal.test", "httpPort": "80", "httpServer": "http://portal.test/server",
        ], furtherHost: "https://further.test")

    init(values: [String: String], furtherHost: String? = nil) {
        self.values = values
        self.furtherHost = furtherHost
    }

    /// Replaces every `{{name}}` that is known; `{{token:token#1}}` is looked up among the secrets given.
    func filled(_ text: String, tokens: (String) -> String? = { _ in nil }) -> String {
        var rest = Substring(text)
        var result = ""
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let name = String(rest[open.upperBound..<close.lowerBound])
            result += rest[..<open.lowerBound]
            if name.hasPrefix("token:") {
                result += tokens(String(name.dropFirst("token:".count))) ?? "{{\(name)}}"
            } else {
                let further = name.hasPrefix("host:") || name.hasPrefix("origin:") ? furtherHost : nil
                result += values[name] ?? further ?? "{{\(name)}}"
            }
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// Replaces the placeholders in every text of a value.
    func filled(_ value: JSONValue, tokens: (String) -> String? = { _ in nil }) -> JSONValue {
        switch value {
        case .string(let text): .string(filled(text, tokens: tokens))
        case .array(let elements): .array(elements.map { filled($0, tokens: tokens) })
        case .object(let members): .object(members.mapValues { filled($0, tokens: tokens) })
        default: value
        }
    }
}
