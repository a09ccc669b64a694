/// What stands for each secret of a run's evidence, and what puts it there: in the evidence, and in what is kept beside it.
///
/// It is prepared once for all of that, for to prepare it takes longer than to use it.
package struct EvidenceRedaction: Sendable {
    /// The placeholder of each secret, by its value.
    let names: [String: String]
    let redaction: Redaction

    /// Prepares the secrets of evidence, and those of the machine, which do not stand among its canaries.
    ///
    /// What the run itself states is no secret of the machine: the names of its canaries, and the bytes of what else it is compared with.
    package init(_ evidence: Evidence, erasing others: [MachineSecret] = [], stated: [UInt8] = []) {
        let canaries = evidence.canaries + evidence.verifiers
        var others = others
        if !others.isEmpty {
            let words = stated + "\n\(canaries.map(\.name).joined(separator: "\n"))".utf8
            others = others.compactMap { $0.unstated(in: words) }
        }
        let names = Self.placeholders(canaries + others.map(\.canary))
        self.names = names
        typealias Secret = (canary: Canary, placeholder: String, piece: String?)
        let whole = canaries.compactMap { canary -> Secret? in
            names[canary.value].map { (canary, $0, Redaction.piece(ofPlaceholder: $0) ?? $0) }
        }
        let given = others.compactMap { other -> Secret? in
            names[other.value].map { placeholder in
                let piece = Redaction.piece(ofPlaceholder: placeholder) ?? placeholder
                return (other.canary, placeholder, other.isKnownInPieces ? piece : nil)
            }
        }
        redaction = Redaction(whole, ofMachine: given)
    }

    /// Bytes with placeholders in the place of secrets.
    package func bytes(_ bytes: [UInt8]) -> [UInt8] { redaction.bytes(bytes) }

    /// A placeholder for every value. Two secrets of one name, as a password before and after its change, keep two.
    private static func placeholders(_ canaries: [Canary]) -> [String: String] {
        var values: [String] = []
        var names: [[UInt8]] = []
        var known: Set<String> = []
        var counts: [String: Int] = [:]
        for canary in canaries where known.insert(canary.value).inserted {
            let name = Evidence.placeholder(canary)
            let count = counts[name, default: 0] + 1
            counts[name] = count
            values.append(canary.value)
            names.append(Array(Evidence.placeholder(canary, count).utf8))
        }
        close(&names)
        return Dictionary(uniqueKeysWithValues: zip(values, names.map { String(decoding: $0, as: UTF8.self) }))
    }

    /// Makes names longer by hyphens until none is found inside another, as that of token#1 inside that of token#10.
    private static func close(_ names: inout [[UInt8]]) {
        let hyphen = UInt8(ascii: "-")
        // Every name begins so: only where another one holds this can it hold a name.
        let start = Array("redacted".utf8)
        var places: [(name: Int, start: Int)] = []
        for (number, name) in names.enumerated() {
            places += name.indices.filter { name[$0...].starts(with: start) }.map { (number, $0) }
        }
        let ends = SortedTexts(places.enumerated().map { (Array(names[$1.name][$1.start...]), $0) })
        for number in names.indices {
            let name = names[number]
            // Another name may have become longer by hyphens.
            var core = name
            while core.last == hyphen { core.removeLast() }
            let others = ends.owners(beginningWith: core).map { places[$0] }.filter { $0.name != number }
            var closed = name
            while others.contains(where: { other in
                names[other.name] != name && names[other.name][other.start...].starts(with: closed)
            }) {
                closed.append(hyphen)
            }
            names[number] = closed
        }
    }
}
