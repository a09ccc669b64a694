import Fuzzing
import HTTPSemantics
import JSONValues
import PretendPortals
import Testing

@testable import PortalAuthentication

@Suite struct `Documents of stores` {
    private typealias Entries = StoreDocument.Entries

    /// What a change does, written down for the document as a whole.
    private func changed(_ there: Entries, from base: Entries, to current: Entries) -> Entries {
        var entries = there
        for key in base.keys where current[key] == nil { entries[key] = nil }
        for (key, entry) in current where base[key] != entry {
            if let there = entries[key], there != base[key], StoreDocument.isNewer(there, than: entry) { continue }
            entries[key] = entry
        }
        for (key, entry) in current where entries[key] == nil {
            if entries.values.contains(where: { $0["credential"]?.string == key }) { entries[key] = entry }
        }
        let kept = Set(entries.values.compactMap { $0["credential"]?.string })
        return entries.filter { key, _ in !key.hasPrefix("credential ") || kept.contains(key) }
    }

    /// A document of a few credentials and places, of which some point to nothing and some are pointed to by nothing.
    private func entries(_ numbers: inout SeededNumbers) -> Entries {
        var entries: Entries = [:]
        for key in 0..<4 where Bool.random(using: &numbers) { entries["credential \(key)"] = credential(&numbers) }
        for key in 0..<4 where Bool.random(using: &numbers) { entries["at \(key)"] = place(&numbers) }
        return entries
    }

    private func credential(_ numbers: inout SeededNumbers) -> JSONValue {
        let issued = JSONValue.integer(Int64.random(in: 0..<3, using: &numbers))
        if Bool.random(using: &numbers) { return ["is": ["token": issued]] }
        return ["is": ["session": ["refresh": ["issued": issued, "x": .bool(Bool.random(using: &numbers))]]]]
    }

    private func place(_ numbers: inout SeededNumbers) -> JSONValue {
        ["credential": .string("credential \(Int.random(in: 0..<5, using: &numbers))")]
    }

    /// The same with some of it done otherwise.
    private func variant(_ entries: Entries, _ numbers: inout SeededNumbers) -> Entries {
        let other = self.entries(&numbers)
        var variant = entries
        for key in Set(entries.keys).union(other.keys).sorted() where Int.random(in: 0..<3, using: &numbers) == 0 {
            variant[key] = other[key]
        }
        return variant
    }

    private func document(_ entries: Entries) throws(PortalError) -> StoreDocument {
        try StoreDocument(Secret((["entries": .object(entries)] as JSONValue).bytes()), of: "test")
    }

    @Test(.ownThread) func `are changed by single entries as they would be as a whole`() throws {
        var numbers = SeededNumbers(22)
        var kinds: Set<String> = []
        for round in 0..<20_000 {
            let base = entries(&numbers)
            let (current, there) = (variant(base, &numbers), variant(base, &numbers))
            let wanted = changed(there, from: base, to: current)
            var document = try document(there)
            document.change(StoreDocument.steps(from: base, to: current)) { base[$0] }
            #expect(document.entries == wanted, "round \(round)")
            let delta = document.takeDelta()
            #expect(delta.changed.allSatisfy { there[$0.key] != $0.value && wanted[$0.key] == $0.value })
            #expect(delta.gone.allSatisfy { there.keys.contains($0) && !wanted.keys.contains($0) })
            // What is written makes the same of what was there, and says no more.
            var other = try self.document(there)
            other.apply(try #require(StoreDelta(delta.bytes.reveal { $0 })))
            #expect(other.entries == wanted && other.takeDelta().isEmpty && document.takeDelta().isEmpty)
            // And the next change is one of a document that was read anew.
            let next = variant(current, &numbers)
            other.change(from: current, to: next)
            #expect(other.entries == changed(wanted, from: current, to: next), "round \(round)")
            if wanted == there { kinds.insert("none") }
            if wanted.keys.contains(where: { !there.keys.contains($0) && base[$0] == current[$0] }) {
                kinds.insert("brought back")
            }
            if there.keys.contains(where: { !wanted.keys.contains($0) && base[$0] == current[$0] }) {
                kinds.insert("dropped")
            }
            if wanted.contains(where: {
                there[$0.key] == $0.value && base[$0.key] != current[$0.key] && current[$0.key] != $0.value
            }) {
                kinds.insert("newer")
            }
        }
        #expect(kinds == ["none", "brought back", "dropped", "newer"])
    }

    @Test(arguments: [
        #"{}"#, #"{"set":{}}"#, #"{"gone":[]}"#, #"{"set":[],"gone":[]}"#, #"{"set":{},"gone":[1]}"#,
        #"{"set":{},"gone":{}}"#, #"{"set":{},"gone":[],"x":1}"#, #"{"entries":{}}"#, #"[]"#, "", "x",
    ]) func `take no other text for a change`(_ text: String) {
        #expect(StoreDelta(Array(text.utf8)) == nil)
        #expect(StoreDelta(Array(#"{"gone":["a"],"set":{"b":1}}"#.utf8)) != nil)
    }
}
