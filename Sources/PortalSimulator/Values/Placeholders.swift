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
            if let word = words.first(where: { rest.utf8.starts(with: $0.placeholder.utf8) }) {
                expanded += word.text
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: word.placeholder.utf8.count)...]
            } else {
                expanded.append(rest.removeFirst())
            }
        }
        return expanded + rest
    }

    /// Whether there may be placeholders in some text of a document.
    static func stand(in value: JSONValue) -> Bool {
        switch value {
        case .string(let text): text.utf8.contains(UInt8(ascii: "{"))
        case .array(let elements): elements.contains(where: stand(in:))
        case .object(let members): members.contains { stand(in: $0.value) }
        default: false
        }
    }

    /// A document with the placeholders of all its texts replaced.
    func expand(_ value: JSONValue) -> JSONValue { expanded(value) ?? value }

    /// The same; nil where there is nothing to replace, so that most of a document is not copied.
    private func expanded(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .string(let text):
            return text.utf8.contains(UInt8(ascii: "{")) ? .string(expand(text)) : nil
        case .array(var elements):
            var isChanged = false
            for index in elements.indices {
                guard let element = expanded(elements[index]) else { continue }
                elements[index] = element
                isChanged = true
            }
            return isChanged ? .array(elements) : nil
        case .object(let members):
            var changed = members
            var isChanged = false
            for (key, member) in members {
                guard let member = expanded(member) else { continue }
                changed[key] = member
                isChanged = true
            }
            return isChanged ? .object(changed) : nil
        case .null, .bool, .integer, .number: return nil
        }
    }
}
