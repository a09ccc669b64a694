/// What stands for each secret of a run's evidence, and what puts it there: in the evidence, and in what is kept beside it.
///
/// It is prepared once for all of that, for to prepare it takes longer than to use it.
package struct EvidenceRedaction: Sendable {
    /// The placeholder of each secret, by its value.
    let names: [String: String]
    let redaction: Redaction

    /// Prepares the secrets of evidence, and those of the machine, which do not stand among its canaries.
    package init(_ evidence: Evidence, erasing others: [MachineSecret] = []) {
        let canaries = evidence.canaries + evidence.verifiers
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
        func isWord(_ secret: Secret) -> Bool { secret.canary.value.utf8.count < SecretScan.shortest }
        redaction = Redaction(
            whole + given.filter { !isWord($0) },
            words: given.filter(isWord).map { (canary: $0.canary, placeholder: $0.placeholder) })
    }

    /// Bytes with placeholders in the place of secrets.
    package func bytes(_ bytes: [UInt8]) -> [UInt8] { redaction.bytes(bytes) }

    /// A placeholder for every value. Two secrets of one name, as a password before and after its change, keep two.
    private static func placeholders(_ canaries: [Canary]) -> [String: String] {
        var names: [String: String] = [:]
        var counts: [String: Int] = [:]
        for canary in canaries where names[canary.value] == nil {
            let count = counts[Evidence.placeholder(canary), default: 0] + 1
            counts[Evidence.placeholder(canary)] = count
            names[canary.value] = Evidence.placeholder(canary, count)
        }
        // None may be found inside another, as that of token#1 inside that of token#10.
        for (value, name) in names {
            var closed = name
            while names.values.contains(where: { $0 != name && $0.firstRange(of: closed) != nil }) { closed += "-" }
            names[value] = closed
        }
        return names
    }
}
