/// The one form of an element over which its signature is made (Exclusive XML Canonicalization 1.0, without comments).
enum ExclusiveCanonicalization {
    /// Writes an element; `omitting` names a child of it that does not count, as its own enveloped signature.
    static func text(
        of element: XMLElement, omitting child: Int? = nil, inclusive: [String] = []
    ) -> String {
        var text = ""
        write(element, omitting: child, inclusive, rendered: [:], into: &text)
        return text
    }

    private static func write(
        _ element: XMLElement, omitting omitted: Int?, _ inclusive: [String], rendered: [String: String],
        into text: inout String
    ) {
        var rendered = rendered
        let name = element.prefix.isEmpty ? element.local : "\(element.prefix):\(element.local)"
        text += "<\(name)"
        // Only what is used here is declared here, unless an ancestor in the text has declared the same (§3).
        var used = Set([element.prefix] + element.attributes.map(\.prefix).filter { !$0.isEmpty })
        used.formUnion(inclusive.filter { element.scope[$0] != nil })
        used.remove("xml")
        for prefix in used.sorted() {
            let namespace = element.scope[prefix] ?? ""
            guard rendered[prefix] ?? "" != namespace else { continue }
            rendered[prefix] = namespace
            text += prefix.isEmpty ? " xmlns=\"" : " xmlns:\(prefix)=\""
            text += attribute(namespace) + "\""
        }
        let sorted = element.attributes.sorted { ($0.namespace, $0.local) < ($1.namespace, $1.local) }
        for found in sorted {
            text += found.prefix.isEmpty ? " \(found.local)=\"" : " \(found.prefix):\(found.local)=\""
            text += attribute(found.value) + "\""
        }
        text += ">"
        for (index, child) in element.children.enumerated() where index != omitted {
            switch child {
            case .text(let content): text += self.content(content)
            case .element(let below): write(below, omitting: nil, inclusive, rendered: rendered, into: &text)
            }
        }
        text += "</\(name)>"
    }

    /// A text between tags in its canonical form (Canonical XML 1.0 §2.3).
    static func content(_ text: String) -> String {
        escaped(text, [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#xD;")])
    }

    /// The value of an attribute in its canonical form (Canonical XML 1.0 §2.3).
    static func attribute(_ text: String) -> String {
        escaped(
            text,
            [("&", "&amp;"), ("<", "&lt;"), ("\"", "&quot;"), ("\t", "&#x9;"), ("\n", "&#xA;"), ("\r", "&#xD;")])
    }

    private static func escaped(_ text: String, _ table: [(Unicode.Scalar, String)]) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let found = table.first(where: { $0.0 == scalar }) {
                result += found.1
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
