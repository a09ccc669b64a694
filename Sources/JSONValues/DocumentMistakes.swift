/// Finds all mistakes of documents, where their readers otherwise stop at the first.
///
/// A reader states a mistake with ``note(_:)`` and goes on without the value, or throws and ends the ``part(_:)`` that it reads.
public enum DocumentMistakes {
    /// The mistakes found so far. Its task alone uses it, and reading never suspends.
    final class Collection: Sendable {
        nonisolated(unsafe) private(set) var found: [DocumentError] = []
        nonisolated(unsafe) private(set) var references: [DocumentReference] = []
        /// The sources of mistakes that hide others.
        nonisolated(unsafe) private(set) var unread: Set<String> = []
        nonisolated(unsafe) private var knownMistakes: Set<DocumentError> = []
        nonisolated(unsafe) private var knownReferences: Set<DocumentReference> = []

        /// Keeps a mistake once.
        func keep(_ mistake: DocumentError) {
            guard knownMistakes.insert(mistake).inserted else { return }
            found.append(mistake)
            if mistake.hidesOthers { unread.insert(mistake.source) }
        }

        /// Keeps once that a document names something.
        func keep(_ reference: DocumentReference) {
            if knownReferences.insert(reference).inserted { references.append(reference) }
        }

        /// Keeps a mistake that has ended a part, unless one that is told about the same place is its cause.
        func keep(ending mistake: DocumentError) {
            let (member, element) = (mistake.keyPath + ".", mistake.keyPath + "[")
            let isTold = found.contains { told in
                guard told.source == mistake.source, told.code != .unknownKey else { return false }
                return told.keyPath == mistake.keyPath
                    || !mistake.keyPath.isEmpty
                        && (told.keyPath.hasPrefix(member) || told.keyPath.hasPrefix(element))
            }
            if !isTold { keep(mistake) }
        }
    }
    @TaskLocal static var collection: Collection?

    /// Reads documents and gives all their mistakes, in the order in which they were found.
    public static func all(in body: () throws(DocumentError) -> Void) -> [DocumentError] {
        let collection = Collection()
        $collection.withValue(collection) {
            do throws(DocumentError) { try body() } catch { collection.keep(ending: error) }
        }
        return collection.found
    }

    /// Reads documents as ``all(in:)`` does, and gives what they name besides.
    package static func all(
        naming references: inout [DocumentReference], in body: () throws(DocumentError) -> Void
    ) -> [DocumentError] {
        let collection = Collection()
        $collection.withValue(collection) {
            do throws(DocumentError) { try body() } catch { collection.keep(ending: error) }
        }
        references += collection.references
        return collection.found
    }

    /// Reads a part whose mistakes are told in another way, as with the place that the part has in a whole.
    package static func mapping<Value>(
        _ change: (DocumentError) -> DocumentError, _ body: () throws(DocumentError) -> Value
    ) throws(DocumentError) -> Value {
        guard let outer = collection else {
            do throws(DocumentError) { return try body() } catch { throw change(error) }
        }
        let inner = Collection()
        let result = $collection.withValue(inner) { () -> Result<Value, DocumentError> in
            do throws(DocumentError) { return .success(try body()) } catch { return .failure(error) }
        }
        for mistake in inner.found { outer.keep(change(mistake)) }
        for reference in inner.references { outer.keep(reference) }
        switch result {
        case .success(let value): return value
        case .failure(let error): throw change(error)
        }
    }

    /// Keeps that a document names something, where all mistakes are asked for.
    package static func refer(
        to name: String, _ kind: DocumentReference.Kind, source: String, at keyPath: @autoclosure () -> String
    ) {
        guard let collection else { return }
        collection.keep(DocumentReference(kind: kind, name: name, source: source, keyPath: keyPath()))
    }

    /// The documents of which a part could not be read, as far as is known; what they describe is not all known.
    package static var unread: Set<String> { collection?.unread ?? [] }

    /// Whether all mistakes are asked for.
    public static var areCollected: Bool { collection != nil }

    /// Keeps a mistake where all are asked for; throws it where the first one counts.
    public static func note(_ mistake: DocumentError) throws(DocumentError) {
        guard let collection else { throw mistake }
        collection.keep(mistake)
    }

    /// Reads a part whose mistakes say nothing of what follows it; nil where one has ended it and all are asked for.
    @discardableResult
    public static func part<Value>(_ body: () throws(DocumentError) -> Value) throws(DocumentError) -> Value? {
        do throws(DocumentError) { return try body() } catch {
            guard let collection else { throw error }
            collection.keep(ending: error)
            return nil
        }
    }
}
