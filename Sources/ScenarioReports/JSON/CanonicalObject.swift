internal import JSONValues

/// An object whose members stand in canonical JSON (RFC 8785), in their order: one that is set costs no other.
struct CanonicalObject: Sendable {
    private var members: [(name: String, json: [UInt8])]

    /// Takes a JSON object; anything else has no members.
    init(_ value: JSONValue) {
        members = (value.object ?? [:]).map { (name: $0.key, json: $0.value.canonicalBytes()) }
            .sorted { CanonicalObject.precedes($0.name, $1.name) }
    }

    /// The object itself.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(members.reduce(2) { $0 + $1.name.utf8.count + $1.json.count + 4 })
        for (name, json) in members {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            bytes += JSONValue.string(name).canonicalBytes()
            bytes.append(UInt8(ascii: ":"))
            bytes += json
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "{")) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Puts a member in the place of the one with its name, or where it belongs.
    mutating func set(_ name: String, _ value: JSONValue) {
        let json = value.canonicalBytes()
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].json = json
        } else {
            let index = members.firstIndex { CanonicalObject.precedes(name, $0.name) } ?? members.endIndex
            members.insert((name, json), at: index)
        }
    }

    /// By UTF-16 code units (RFC 8785 §3.2.3).
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf16.lexicographicallyPrecedes(right.utf16)
    }
}
