internal import HTTPSemantics
internal import JSONValues

/// What one writing changes in a document: the entries that are new or others, and those that are gone.
struct StoreDelta: Sendable, Hashable {
    var changed: StoreDocument.Entries = [:]
    var gone: Set<String> = []

    var isEmpty: Bool { changed.isEmpty && gone.isEmpty }

    init() {}

    /// Reads the text of a change; nil for anything else.
    init?(_ text: [UInt8]) {
        guard let value = try? JSONValue(parsing: text), value.object?.count == 2, let set = value["set"]?.object,
            let gone = value["gone"]?.array?.map(\.string), !gone.contains(nil)
        else { return nil }
        changed = set
        self.gone = Set(gone.compactMap { $0 })
    }

    /// The text of a change.
    var bytes: Secret<[UInt8]> {
        let gone = gone.sorted().map { JSONValue.string($0) }
        return Secret((["set": .object(changed), "gone": .array(gone)] as JSONValue).bytes())
    }
}

extension StoreDelta: CustomStringConvertible, CustomReflectable {
    var description: String { "***" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
