internal import HTTPSemantics
internal import JSONValues

/// The words in the documents that stand for addresses: `{{portal}}`, `{{server}}`, `{{host:name}}`.
struct Placeholders: Sendable {
    private let words: [(placeholder: String, text: String)]

    init(_ addresses: SiteAddresses) {
        var words = [
            ("{{portal}}", addresses.portalURL), ("{{server}}", addresses.serverURL),
            ("{{authority}}", addresses.portal.authority), ("{{host}}", addresses.portal.host),
            (
                "{{httpServer}}",
                (addresses.http?.description ?? "http://\(addresses.portal.authority)") + addresses.serverContext
            ),
            ("{{context}}", addresses.context), ("{{origin}}", addresses.portal.description),
            ("{{http}}", addresses.httpURL ?? "http://\(addresses.portal.authority)\(addresses.context)"),
        ]
        for (name, origin) in addresses.hosts.sorted(by: { $0.key < $1.key }) {
            words.append(("{{host:\(name)}}", origin.description))
        }
        self.words = words
    }

    /// A text with its placeholders replaced; unknown ones stay.
    func expand(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var expanded = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            expanded += rest[..<brace]
            rest = rest[brace...]
            if let word = words.first(where: { rest.hasPrefix($0.placeholder) }) {
                expanded += word.text
                rest = rest.dropFirst(word.placeholder.count)
            } else {
                expanded.append(rest.removeFirst())
            }
        }
        return expanded + rest
    }

    /// A document with the placeholders of all its texts replaced.
    func expand(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(expand(text))
        case .array(let elements): .array(elements.map(expand))
        case .object(let members): .object(members.mapValues(expand))
        case .null, .bool, .integer, .number: value
        }
    }
}
