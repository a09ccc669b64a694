/// Text in a page of HTML or a document of XML, as content and as the value of an attribute in quotes.
package enum MarkupText {
    /// The five characters of markup become references (HTML Standard §13.3, XML 1.0 §2.4); what is hidden is written out as ``VisibleText`` has it,
    /// which also keeps out what no XML document may hold (XML 1.0 §2.2).
    ///
    /// The work is done on Unicode scalars: a prepended mark (U+0600) or a combining one makes a `Character` of its own with `<` or `"`.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where VisibleText.isHidden(scalar): result += VisibleText.escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
