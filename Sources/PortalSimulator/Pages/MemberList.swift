internal import HTTPSemantics
internal import JSONValues

/// A document as definition lists.
struct MemberList {
    let links: DirectoryLinks
    /// How deep lists stand in lists before the rest is shown as JSON.
    private static let depth = 8

    /// A whole document: its plain members, then a section for each of the others.
    func html(of document: JSONValue) -> String {
        guard let members = document.object else { return "<p>\(html(document, under: "", 0))</p>" }
        let sorted = members.sorted { $0.key < $1.key }
        let plain = sorted.filter { !Self.isNested($0.value) }
        var html = plain.isEmpty ? "" : list(plain.map { ($0.key, $0.value) }, 0)
        for (key, value) in sorted where Self.isNested(value) {
            html += "\n<h2>\(MarkupText.escaped(key))</h2>\n\(self.html(value, under: key, 1))"
        }
        return html
    }

    /// The members of an object, sorted.
    func list(_ members: [String: JSONValue]) -> String {
        list(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, 1)
    }

    private static func isNested(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let members): !members.isEmpty
        case .array(let elements): !elements.isEmpty
        default: false
        }
    }

    private func list(_ members: [(String, JSONValue)], _ depth: Int) -> String {
        let rows = members.map { key, value in
            "<dt>\(MarkupText.escaped(key))</dt><dd>\(html(value, under: key, depth + 1))</dd>"
        }
        return "<dl>\n\(rows.joined(separator: "\n"))\n</dl>"
    }

    private func html(_ value: JSONValue, under key: String, _ depth: Int) -> String {
        switch value {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .integer(let number): return SitePage.Link("\(number)", links.href(of: number, under: key)).html
        case .number: return value.text()
        case .string(let text): return SitePage.Link(text, links.href(of: text, under: key)).html
        case .object(let members):
            if members.isEmpty { return "none" }
            guard depth < Self.depth else { return "<code>\(MarkupText.escaped(value.text()))</code>" }
            return list(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, depth)
        case .array(let elements):
            if elements.isEmpty { return "none" }
            guard depth < Self.depth else { return "<code>\(MarkupText.escaped(value.text()))</code>" }
            if key != "folders", elements.allSatisfy({ $0.object == nil && $0.array == nil }) {
                return elements.map { html($0, under: key, depth + 1) }.joined(separator: ", ")
            }
            let rows = elements.map { "<li>\(element($0, in: key, depth + 1))</li>" }
            return "<ul>\n\(rows.joined(separator: "\n"))\n</ul>"
        }
    }

    /// One element of a list: what it names as a link, then its members, on one line where none is nested.
    private func element(_ value: JSONValue, in key: String, _ depth: Int) -> String {
        guard case .object(var members) = value else { return html(value, under: key, depth) }
        let link = links.link(of: members, in: key)
        if let link {
            if members.count <= 3 || key == "layers" && !members.values.contains(where: Self.isNested) {
                return link.html
            }
        } else if let name = members["name"]?.string, !members.values.contains(where: Self.isNested) {
            members["name"] = nil
            let words = members.sorted { $0.key < $1.key }.map { key, value in
                "\(MarkupText.escaped(key)): \(html(value, under: key, depth + 1))"
            }
            let rest = words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
            return MarkupText.escaped(name) + rest
        }
        return (link.map { $0.html + "\n" } ?? "") + html(.object(members), under: key, depth)
    }
}
