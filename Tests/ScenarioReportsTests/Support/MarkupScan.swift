/// Reads markup as a strict parser does, tag by tag, for what text of others could have added to it.
enum MarkupScan {
    /// Why a text is no well-formed XML document (XML 1.0 §2.1); nil where it is one.
    static func problem(inXML text: String) -> String? {
        var open: [String] = []
        let problem = scan(text) { tag in
            if tag.name.hasPrefix("?") { return nil }
            if tag.name.hasPrefix("/") {
                return open.popLast() == String(tag.name.dropFirst()) ? nil : "</\(tag.name)> closes nothing"
            }
            if !tag.isEmpty { open.append(tag.name) }
            return nil
        }
        return problem ?? open.last.map { "<\($0)> is not closed" }
    }

    /// Why a page holds markup that no writer of ours makes; nil where it does not.
    static func problem(inPage text: String) -> String? {
        // The one script and the one style sheet are ours, and hold characters of markup.
        var rest = text[...]
        var outside = ""
        var scripts = 0
        while let start = range(of: ["<script>", "<style>"], in: rest) {
            outside += rest[..<start.lowerBound]
            guard let end = range(of: ["</script>", "</style>"], in: rest[start.upperBound...]) else {
                return "a script without an end"
            }
            scripts += 1
            rest = rest[end.upperBound...]
        }
        guard scripts == 2 else { return "\(scripts) scripts and style sheets" }
        return scan(outside + rest) { tag in
            let name = tag.name.hasPrefix("/") ? String(tag.name.dropFirst()) : tag.name
            guard tag.name.hasPrefix("!") || known.contains(name) else { return "<\(tag.name)>" }
            return tag.attributes.first {
                $0.hasPrefix("on") || $0 == "style" || $0 == "src" || $0 == "href" && name != "a"
            }
        }
    }

    /// The elements that the page is made of.
    private static let known: Set<String> = [
        "article", "b", "body", "button", "caption", "code", "dd", "details", "div", "dl", "dt", "footer", "form",
        "h1", "h2", "h3", "h4", "head", "header", "html", "i", "input", "label", "li", "main", "meta", "option",
        "output", "p", "pre", "rect", "section", "select", "small", "span", "summary", "svg", "table", "tbody",
        "td", "th", "thead", "time", "title", "tr", "ul",
    ]

    private struct Tag {
        let name: String
        let attributes: [String]
        let isEmpty: Bool
    }

    private static func range(of words: [String], in text: Substring) -> Range<Substring.Index>? {
        var start = text.utf8.startIndex
        while let found = text.utf8[start...].firstIndex(of: 0x3C) {
            for word in words where text.utf8[found...].starts(with: word.utf8) {
                return found..<text.utf8.index(found, offsetBy: word.utf8.count)
            }
            start = text.utf8.index(after: found)
        }
        return nil
    }

    /// Gives each tag to a body, which may complain; complains itself of a bare `<` or `&` and of values without their quotes.
    private static func scan(_ text: String, _ body: (Tag) -> String?) -> String? {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x26 {
                let name = bytes[(index + 1)...].prefix(12).prefix { $0 != 0x3B }
                let isReference =
                    name.first == 0x23 && name.count > 1 && name.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
                    || ["amp", "lt", "gt", "quot", "nbsp", "middot"].contains(String(decoding: name, as: UTF8.self))
                guard isReference, index + 1 + name.count < bytes.count else { return "a bare ampersand" }
            }
            guard bytes[index] == 0x3C else {
                index += 1
                continue
            }
            var end = index + 1
            var quote: UInt8?
            var isInName = true
            var name: [UInt8] = []
            var attributes: [String] = []
            var word: [UInt8] = []
            while end < bytes.count, quote != nil || bytes[end] != 0x3E {
                let byte = bytes[end]
                if let mark = quote {
                    if byte == mark { quote = nil }
                    if byte == 0x3C { return "a tag within a value" }
                } else if byte == 0x22 || byte == 0x27 {
                    guard bytes[end - 1] == 0x3D else { return "quotes where no value begins" }
                    quote = byte
                    attributes.append(String(decoding: word.dropLast(), as: UTF8.self))
                    word = []
                } else if byte == 0x3C {
                    return "a tag within a tag"
                } else if byte == 0x20 || byte == 0x0A {
                    isInName = false
                    word = []
                } else if isInName {
                    name.append(byte)
                } else {
                    word.append(byte)
                }
                end += 1
            }
            guard end < bytes.count, !name.isEmpty else { return "a tag without an end" }
            let isEmpty = bytes[end - 1] == 0x2F
            if isEmpty, name.last == 0x2F { name.removeLast() }
            let tag = Tag(name: String(decoding: name, as: UTF8.self), attributes: attributes, isEmpty: isEmpty)
            if let problem = body(tag) { return problem }
            index = end + 1
        }
        return nil
    }
}
