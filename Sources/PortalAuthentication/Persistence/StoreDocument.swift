package import HTTPSemantics
package import JSONValues

/// What a store keeps as text: entries by key, each understood by itself, so that two processes can change different ones.
///
/// It knows what was changed in it, and which entries point to which, so that a change costs as much as it is large.
package struct StoreDocument: Sendable {
    package typealias Entries = [String: JSONValue]
    /// What the key of a credential begins with; other entries point to it by `credential`.
    static let credentialPrefix = "credential "
    /// What becomes of one entry: what it was when it was written last, and what it is now; nil where it was not or is not there.
    struct Step: Sendable, Hashable {
        var old: JSONValue?
        var new: JSONValue?
    }

    package private(set) var entries: Entries
    /// Whether nothing is kept yet.
    private(set) var isNew: Bool
    /// How many entries point to a credential, by its key.
    private var uses: [String: Int] = [:]
    /// Credentials that no entry points to.
    private var unused: Set<String> = []
    /// Keys that entries point to and that are not there.
    private var missing: Set<String> = []
    /// What the changed entries were before, by key.
    private var before: [String: Step] = [:]

    /// Begins with nothing.
    package init() {
        entries = [:]
        isNew = true
    }

    /// Reads the bytes of a persistence; throws `storeCorrupted`.
    package init(_ bytes: Secret<[UInt8]>?, of name: String) throws(PortalError) {
        self.init()
        guard let bytes else { return }
        guard let entries = bytes.reveal({ (try? JSONValue(parsing: $0))?["entries"]?.object }) else {
            throw PortalError(
                .storeCorrupted, detail: "what is kept as \(name) is no list of credentials; it was left as it is")
        }
        self.entries = entries
        isNew = false
        for entry in entries.values { if let key = Self.credential(of: entry) { uses[key, default: 0] += 1 } }
        for key in entries.keys { settle(key) }
        for key in uses.keys { settle(key) }
    }

    /// The bytes for a persistence.
    package var bytes: Secret<[UInt8]> { Secret((["entries": .object(entries)] as JSONValue).bytes()) }

    // MARK: changing

    /// Makes the same changes here that lead from one state of a store to another; what neither knows stays.
    mutating func change(from base: Entries, to current: Entries) {
        change(Self.steps(from: base, to: current)) { current[$0] }
    }

    /// The changes that lead from one state of a store to another.
    static func steps(from base: Entries, to current: Entries) -> [String: Step] {
        var steps: [String: Step] = [:]
        for (key, old) in base {
            let new = current[key]
            if new != old { steps[key] = Step(old: old, new: new) }
        }
        for (key, new) in current where !base.keys.contains(key) { steps[key] = Step(old: nil, new: new) }
        return steps
    }

    /// Makes changes here that were made to a store; what they do not name stays.
    ///
    /// `held` gives what the store holds of an entry that is not among the changes.
    mutating func change(_ steps: [String: Step], held: (String) -> JSONValue?) {
        for (key, step) in steps where step.new == nil && step.old != nil { set(key, nil) }
        for (key, step) in steps where step.new != step.old {
            guard let new = step.new else { continue }
            // Another process has replaced the refresh token since, and the one here is dead.
            if let there = entries[key], there != step.old, Self.isNewer(there, than: new) { continue }
            set(key, new)
        }
        // An entry that another process has taken out in between is not brought back by one that points to it.
        for key in missing {
            let entry = if let step = steps[key] { step.new } else { held(key) }
            if let entry { set(key, entry) }
        }
        for key in unused { set(key, nil) }
    }

    /// Makes the changes of a delta.
    mutating func apply(_ delta: StoreDelta) {
        for key in delta.gone { set(key, nil) }
        for (key, entry) in delta.changed { set(key, entry) }
        before = [:]
    }

    /// What was changed since it was read, or since this was asked last; it is to be kept.
    mutating func takeDelta() -> StoreDelta {
        defer { before = [:] }
        isNew = false
        var delta = StoreDelta()
        for (key, step) in before {
            let now = entries[key]
            guard now != step.old else { continue }
            if let now { delta.changed[key] = now } else { delta.gone.insert(key) }
        }
        return delta
    }

    private mutating func set(_ key: String, _ new: JSONValue?) {
        let old = entries[key]
        guard old != new else { return }
        if !before.keys.contains(key) { before[key] = Step(old: old) }
        entries[key] = new
        if let credential = old.flatMap(Self.credential(of:)) {
            let left = (uses[credential] ?? 1) - 1
            uses[credential] = left > 0 ? left : nil
            settle(credential)
        }
        if let credential = new.flatMap(Self.credential(of:)) {
            uses[credential, default: 0] += 1
            settle(credential)
        }
        settle(key)
    }

    /// Notes whether an entry is there and pointed to.
    private mutating func settle(_ key: String) {
        let (isThere, isUsed) = (entries.keys.contains(key), uses.keys.contains(key))
        if isUsed, !isThere { missing.insert(key) } else { missing.remove(key) }
        if isThere, !isUsed, key.hasPrefix(Self.credentialPrefix) { unused.insert(key) } else { unused.remove(key) }
    }

    private static func credential(of entry: JSONValue) -> String? { entry["credential"]?.string }

    /// Whether an entry holds a refresh token that was issued after that of another one.
    static func isNewer(_ entry: JSONValue, than other: JSONValue) -> Bool {
        guard let one = issued(entry), let two = issued(other) else { return false }
        return one > two
    }

    private static func issued(_ entry: JSONValue) -> Int64? { entry["is"]?["session"]?["refresh"]?["issued"]?.integer }
}

extension StoreDocument: CustomStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
