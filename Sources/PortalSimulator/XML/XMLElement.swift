/// An element of a document of XML with its namespaces resolved (Namespaces in XML 1.0).
struct XMLElement: Sendable {
    let prefix: String
    let local: String
    /// The namespace's name; empty where it has none.
    let namespace: String
    let attributes: [Attribute]
    /// The namespaces that hold here by prefix, the default one under an empty prefix.
    let scope: [String: String]
    var children: [Child]

    struct Attribute: Sendable {
        let prefix: String
        let local: String
        let namespace: String
        let value: String
    }

    enum Child: Sendable {
        case element(XMLElement)
        case text(String)
    }

    /// The elements right below it.
    var elements: [XMLElement] {
        children.compactMap { child in
            if case .element(let element) = child { element } else { nil }
        }
    }

    /// The text right below it; nil where it holds elements too.
    var text: String? {
        var result = ""
        for child in children {
            guard case .text(let text) = child else { return nil }
            result += text
        }
        return result
    }

    /// An attribute without a namespace.
    subscript(attribute: String) -> String? {
        attributes.first { $0.namespace.isEmpty && $0.local == attribute }?.value
    }

    /// Whether it has a name in a namespace.
    func isNamed(_ local: String, in namespace: String) -> Bool { self.local == local && self.namespace == namespace }

    /// The first element of a name right below it.
    func child(_ local: String, in namespace: String) -> XMLElement? {
        elements.first { $0.isNamed(local, in: namespace) }
    }

    /// Calls a body for it and everything below it.
    func visit(_ body: (XMLElement) -> Void) {
        body(self)
        for element in elements { element.visit(body) }
    }
}
