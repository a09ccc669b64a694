internal import HTTPSemantics

/// The form of a sign-in page, read as a browser would: where it goes, what it holds already and how it is given up.
package struct PageForm: Sendable {
    /// Where it is sent; it may be relative.
    package let action: String
    /// Fields with the values that the page gave them, hidden ones included; buttons apart.
    package let fields: [(name: String, value: String)]
    /// The buttons in order, with the words on them.
    package let buttons: [(name: String, value: String, text: String)]

    /// Finds the first form of a page that has a field for a password; nil where there is none.
    package init?(page: String) {
        self.init(page: page, part: { $0.tags(named: "input").contains { $0["type"] == "password" } })
    }

    /// Finds the first form of a page, whatever it holds.
    init?(firstOf page: String) { self.init(page: page, part: { _ in true }) }

    /// Finds the first form of a page with a field or a button of a name; nil where there is none.
    package init?(page: String, with name: String) {
        self.init(
            page: page, part: { ($0.tags(named: "input") + $0.tags(named: "button")).contains { $0["name"] == name } })
    }

    private init?(page: String, part isWanted: (String) -> Bool) {
        for part in page.components(between: "<form", and: "</form>") {
            let inputs = part.tags(named: "input")
            guard isWanted(part) else { continue }
            guard let head = ("<form" + part).tags(named: "form").first else { continue }
            action = head["action"] ?? ""
            let isButton: Set = ["submit", "button", "image", "reset"]
            fields = inputs.filter { !isButton.contains($0["type"] ?? "text") }.compactMap { tag in
                tag["name"].map { ($0, tag["value"] ?? "") }
            }
            let own = inputs.filter { $0["type"] == "submit" }.map {
                ($0["name"] ?? "", $0["value"] ?? "", $0["value"] ?? "")
            }
            let others = part.components(between: "<button", and: "</button>").compactMap { text in
                ("<button" + text).tags(named: "button").first.map { tag in
                    (tag["name"] ?? "", tag["value"] ?? "", String(text.drop { $0 != ">" }.dropFirst()))
                }
            }
            buttons = own + others
            return
        }
        return nil
    }

    /// The form filled in, with the button that signs in.
    package func signingIn(username: String, password: String) -> [(String, String)] {
        let filled = fields.map { field in
            switch field.name {
            case "username": ("username", username)
            case "password": ("password", password)
            default: (field.name, field.value)
            }
        }
        let button = buttons.first { !Self.isCancel($0) && !$0.name.isEmpty }
        return filled + (button.map { [($0.name, $0.value)] } ?? [])
    }

    /// The form with values in some fields, and with its first button that is not Cancel.
    package func filled(_ values: [String: String]) -> [(String, String)] {
        let filled = fields.map { ($0.name, values[$0.name] ?? $0.value) }
        let button = buttons.first { !Self.isCancel($0) && !$0.name.isEmpty }
        return filled + (button.map { [($0.name, $0.value)] } ?? [])
    }

    /// The address of the link with a text on a page; nil where there is none.
    package static func link(saying text: String, in page: String) -> String? {
        for part in page.components(between: "<a", and: "</a>") {
            guard part.drop(while: { $0 != ">" }).dropFirst() == text else { continue }
            return ("<a" + part).tags(named: "a").first?["href"]
        }
        return nil
    }

    /// The form as its button Cancel sends it; nil where it has none.
    package var cancelling: [(String, String)]? {
        guard let cancel = buttons.first(where: Self.isCancel) else { return nil }
        return fields.map { ($0.name, $0.value) } + [(cancel.name, cancel.value)]
    }

    /// The value of the field with an id, wherever it stands on a page; nil where there is none.
    package static func value(ofInput id: String, in page: String) -> String? {
        page.tags(named: "input").first { $0["id"] == id }?["value"]
    }

    private static func isCancel(_ button: (name: String, value: String, text: String)) -> Bool {
        "\(button.name) \(button.value) \(button.text)".lowercased().contains("cancel")
    }
}

extension String {
    /// The stretches between two marks, without them, letters in either case.
    fileprivate func components(between start: String, and end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let open = rest.firstRange(ofLetters: start) {
            let inner = rest[open.upperBound...]
            guard let close = inner.firstRange(ofLetters: end) else { break }
            found.append(String(inner[..<close.lowerBound]))
            rest = inner[close.upperBound...]
        }
        return found
    }

    /// The attributes of every tag of a name, with lower-case names and without entities.
    fileprivate func tags(named name: String) -> [[String: String]] {
        var found: [[String: String]] = []
        var rest = self[...]
        while let open = rest.firstRange(ofLetters: "<\(name)") {
            rest = rest[open.upperBound...]
            guard rest.first.map({ $0.isWhitespace || $0 == ">" || $0 == "/" }) ?? false else { continue }
            found.append(Self.attributes(&rest))
        }
        return found
    }

    /// Reads attributes up to the end of a tag (WHATWG HTML §13.2.5.32, for what portals write).
    private static func attributes(_ rest: inout Substring) -> [String: String] {
        var found: [String: String] = [:]
        while let next = rest.first, next != ">" {
            if next.isWhitespace || next == "/" {
                rest.removeFirst()
                continue
            }
            let name = rest.prefix { !$0.isWhitespace && !"=>/".contains($0) }
            rest = rest.dropFirst(Swift.max(1, name.count))
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    let text = rest.dropFirst().prefix { $0 != quote }
                    value = String(text)
                    rest = rest.dropFirst(text.count + 2)
                } else {
                    let text = rest.prefix { !$0.isWhitespace && $0 != ">" }
                    value = String(text)
                    rest = rest.dropFirst(text.count)
                }
            }
            found[name.lowercased()] = value.withoutEntities
        }
        return found
    }

    /// The text with the entities that pages escape with undone.
    private var withoutEntities: String {
        guard contains("&") else { return self }
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&"),
        ]
        return entities.reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
