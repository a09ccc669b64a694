/// The entries of a store in the order in which they were kept, found by place or by credential without a look at the others.
struct CredentialEntries: Sendable, Sequence {
    typealias Entry = ArcGISCredentialStore.Entry
    /// nil where an entry was taken out.
    private var slots: [Entry?] = []
    private var places: [String: Int] = [:]
    /// Where a credential is kept, by what it is called in a persistent store.
    private var uses: [String: Set<Int>] = [:]
    private var keys: [ObjectIdentifier: String] = [:]

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    /// Begins with entries, of which the last one counts for each place.
    init(_ entries: some Sequence<Entry> = []) {
        for entry in entries { keep(entry) }
    }

    func makeIterator() -> some IteratorProtocol<Entry> { slots.lazy.compactMap(\.self).makeIterator() }

    /// The entries from the one that was kept last.
    var lastFirst: some Sequence<Entry> { slots.reversed().lazy.compactMap(\.self) }

    /// Each credential once.
    var credentials: [any ArcGISCredential] {
        var seen: Set<ObjectIdentifier> = []
        return compactMap { seen.insert(ObjectIdentifier($0.credential)).inserted ? $0.credential : nil }
    }

    /// What is kept for a place.
    subscript(placeKey: String) -> Entry? { places[placeKey].flatMap { slots[$0] } }

    /// What a key of a persistent store stands for.
    enum Holding {
        case credential(any ArcGISCredential)
        case place(Entry)
    }

    /// What is kept with a key of a persistent store.
    func holding(_ key: String) -> Holding? {
        if let entry = uses[key]?.first.flatMap({ slots[$0] }) { return .credential(entry.credential) }
        return self[key].map { .place($0) }
    }

    /// The key of a credential that is kept.
    func key(of credential: any ArcGISCredential) -> String? { keys[ObjectIdentifier(credential)] }

    /// Where a credential is kept.
    func entries(of credential: any ArcGISCredential) -> [Entry] {
        key(of: credential).flatMap { uses[$0] }?.sorted().compactMap { slots[$0] } ?? []
    }

    /// Keeps an entry, after all others; gives the one whose place it takes.
    @discardableResult
    mutating func keep(_ entry: Entry) -> Entry? {
        let old = places[entry.placeKey].flatMap { takeOut($0) }
        if slots.count > 2 * count + 16 { self = CredentialEntries(self) }
        places[entry.placeKey] = slots.count
        uses[entry.key, default: []].insert(slots.count)
        keys[ObjectIdentifier(entry.credential)] = entry.key
        slots.append(entry)
        return old
    }

    /// Takes a credential out wherever it is kept; gives its entries.
    mutating func remove(_ credential: any ArcGISCredential) -> [Entry] {
        (key(of: credential).flatMap { uses[$0] } ?? []).sorted().compactMap { takeOut($0) }
    }

    private mutating func takeOut(_ index: Int) -> Entry? {
        guard let entry = slots[index] else { return nil }
        slots[index] = nil
        places[entry.placeKey] = nil
        uses[entry.key]?.remove(index)
        if uses[entry.key]?.isEmpty == true {
            uses[entry.key] = nil
            keys[ObjectIdentifier(entry.credential)] = nil
        }
        return entry
    }
}
