/// Something that a document names and that is described elsewhere; whether it is there is looked up once everything is read.
package struct DocumentReference: Sendable, Hashable {
    /// What is named.
    package enum Kind: Sendable, Hashable {
        case user
        case service
        /// An item by its title or its id.
        case item
        /// What the journal calls a request.
        case operation
    }
    package let kind: Kind
    package let name: String
    package let source: String
    package let keyPath: String
}

extension DocumentReader {
    /// A text that names something described elsewhere; nil where the key is absent.
    package func name(_ key: String, of kind: DocumentReference.Kind) throws(DocumentError) -> String? {
        let name = try text(key)
        if let name { DocumentMistakes.refer(to: name, kind, source: source, at: Self.join(path, key)) }
        return name
    }
}
