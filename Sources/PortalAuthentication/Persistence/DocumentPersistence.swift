internal import HTTPSemantics

/// How much of a store is written.
package enum StoreExtent: Sendable, Hashable {
    /// What is changed, and nothing where nothing is.
    case change
    /// All of it, even where that is what is kept.
    case whole
}

/// A persistence that can write a change of a store without the rest of it.
package protocol DocumentPersistence: StorePersistence {
    /// Changes a document, else as ``StorePersistence/update(_:_:)``; where nothing is kept the body gets an empty one.
    func write(
        _ name: String, _ extent: StoreExtent,
        _ body: @escaping @Sendable (inout StoreDocument) throws(PortalError) -> Void
    ) async throws(PortalError)
}

extension StorePersistence {
    /// Changes a document: by the change alone where the persistence can do that, else as a whole.
    package func writeDocument(
        _ name: String, _ extent: StoreExtent = .change,
        _ body: @escaping @Sendable (inout StoreDocument) throws(PortalError) -> Void
    ) async throws(PortalError) {
        if let documents = self as? any DocumentPersistence { return try await documents.write(name, extent, body) }
        try await update(name) { old throws(PortalError) in
            var document = try StoreDocument(old, of: name)
            try body(&document)
            return document.bytes
        }
    }
}
