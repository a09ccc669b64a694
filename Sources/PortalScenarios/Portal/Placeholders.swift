internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer

/// Fills the placeholders of a scenario with the URLs and tokens of a running portal.
struct Placeholders: Sendable {
    private let values: [String: String]
    /// What stands for the URL of a further host that is not known; nil leaves its placeholder as it is.
    private var furtherHost: String?

    /// Values like those of a running portal, for a look at a document before one runs.
    static let sample = Placeholders(
        values: [
            "portal": "https://portal.test/portal", "server": "https://portal.test/server",
            "origin": "https://portal.test", "HOST": "PORTAL.TEST", "port": "443", "http": "http://portal.test/portal",
            "httpOrigin": "http://portal.test", "httpPort": "80", "httpServer": "http://portal.test/server",
        ], furtherHost: "https://further.test")

    private init(values: [String: String], furtherHost: String) {
        self.values = values
        self.furtherHost = furtherHost
    }

    init(_ portal: MockPortal) {
        let origin = Origin(ofURL: portal.url)?.description ?? portal.url
        var values = [
            "portal": portal.url, "server": portal.serverURL, "origin": origin,
            "HOST": String(origin.dropFirst("https://".count)).uppercased(),
        ]
        values["port"] = Origin(ofURL: portal.url).map { "\($0.port)" }
        values["http"] = portal.httpURL
        if let plain = portal.httpURL.flatMap({ Origin(ofURL: $0) }) {
            values["httpOrigin"] = plain.description
            values["httpPort"] = "\(plain.port)"
            values["httpServer"] = plain.description + String(portal.serverURL.dropFirst(origin.count))
        }
        for (name, url) in portal.hostURLs {
            values["host:\(name)"] = url
            values["origin:\(name)"] = Origin(ofURL: url)?.description
        }
        self.values = values
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
