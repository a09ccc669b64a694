/// Finds the secrets of a run in what a client wrote, whole or in pieces of 16 characters.
package struct SecretSearch: Sendable {
    private let scans: [SecretScan]
    private let pieces: SecretPieces
    /// In evidence without secrets, what stands in the place of a piece, by the secret's name.
    private let marks: [(name: String, text: [UInt8])]

    /// Prepares the secrets of evidence; those that a client made up itself are among them.
    package init(_ evidence: Evidence) { self.init(evidence.canaries + evidence.verifiers) }

    init(_ canaries: [Canary]) {
        scans = canaries.compactMap { SecretScan($0) }
        // A placeholder is no secret: parts of it stand in other placeholders.
        let whole = canaries.filter { Redaction.piece(ofPlaceholder: $0.value) == nil }
        pieces = SecretPieces(whole.map { ($0, $0.name) })
        marks = canaries.compactMap { canary in
            Redaction.piece(ofPlaceholder: canary.value).map { (canary.name, Array($0.utf8)) }
        }
    }

    /// The names of the secrets that stand in a text, each with whether it is a piece only.
    package func names(in text: [UInt8]) -> [(name: String, isPiece: Bool)] {
        var found = scans.filter { $0.isFound(in: text) }.map { (name: $0.canary.name, isPiece: false) }
        let parts = pieces.names(in: text) + marks.filter { Self.holds(text, $0.text) }.map(\.name)
        for name in parts where !found.contains(where: { $0.name == name }) { found.append((name, true)) }
        return found
    }

    private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first, text.count >= part.count else { return false }
        return text.withUnsafeBufferPointer { text in
            (0...text.count - part.count).contains { text[$0] == first && text[$0...].starts(with: part) }
        }
    }
}
