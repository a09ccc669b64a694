internal import HTTPSemantics
internal import JSONValues

/// What a store keeps as text: entries by key, each understood by itself, so that two processes can change different ones.
struct StoreDocument: Sendable {
    typealias Entries = [String: JSONValue]
    /// What the key of a credential begins with; other entries point to it by `credential`.
    static let credentialPrefix = "credential "
    var entries: Entries

    /// Begins with nothing.
    init() { entries = [:] }

    /// Reads the bytes of a persistence; throws `storeCorrupted`.
    init(_ bytes: Secret<[UInt8]>?, of name: String) throws(PortalError) {
        guard let bytes else {
            entries = [:]
            return
        }
        guard let entries = bytes.reveal({ (try? JSONValue(parsing: $0))?["entries"]?.object }) else {
            throw PortalError(
                .storeCorrupted, detail: "what is kept as \(name) is no list of credentials; it was left as it is")
        }
        self.entries = entries
    }

    /// The bytes for a persistence.
    var bytes: Secret<[UInt8]> { Secret((["entries": .object(entries)] as JSONValue).bytes()) }

    /// Makes the same changes here that lead from one state of a store to another; what neither knows stays.
    mutating func change(from base: Entries, to current: Entries) {
        for key in base.keys where current[key] == nil { entries[key] = nil }
        for (key, entry) in current where base[key] != entry {
            // Another process has replaced the refresh token since, and the one here is dead.
            if let there = entries[key], there != base[key], Self.isNewer(there, than: entry) { continue }
            entries[key] = entry
        }
        // An entry that another process has taken out in between is not brought back by one that points to it.
        for (key, entry) in current where entries[key] == nil && isNeeded(key) { entries[key] = entry }
        let kept = Set(entries.values.compactMap { $0["credential"]?.string })
        entries = entries.filter { key, _ in !key.hasPrefix(Self.credentialPrefix) || kept.contains(key) }
    }

    private func isNeeded(_ key: String) -> Bool { entries.values.contains { $0["credential"]?.string == key } }

    /// Whether an entry holds a refresh token that was issued after that of another one.
    static func isNewer(_ entry: JSONValue, than other: JSONValue) -> Bool {
        guard let one = issued(entry), let two = issued(other) else { return false }
        return one > two
    }

    private static func issued(_ entry: JSONValue) -> Int64? { entry["is"]?["session"]?["refresh"]?["issued"]?.integer }
}
