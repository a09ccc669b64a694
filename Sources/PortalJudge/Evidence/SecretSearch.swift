/// Finds the secrets of a run in what a client wrote, whole or in pieces of 16 characters.
package struct SecretSearch: Sendable {
    private let scans: [SecretScan]
    private let index: SecretIndex
    private let pieces: SecretPieces
    /// In evidence without secrets, what stands in the place of a piece, by the secret's place in the list.
    private let marks: SortedTexts
    private let names: [String]
    private let keys: RawKeys

    /// Prepares the secrets of evidence; those that a client made up itself are among them.
    package init(_ evidence: Evidence) { self.init(evidence.canaries + evidence.verifiers) }

    init(_ canaries: [Canary]) {
        scans = canaries.compactMap { SecretScan($0) }
        index = SecretIndex(scans)
        names = canaries.map(\.name)
        keys = RawKeys(canaries)
        // A placeholder is no secret: parts of it stand in other placeholders.
        let whole = canaries.filter { Redaction.piece(ofPlaceholder: $0.value) == nil }
        pieces = SecretPieces(whole.map { ($0, $0.name) })
        marks = SortedTexts(
            canaries.enumerated().compactMap { number, canary in
                Redaction.piece(ofPlaceholder: canary.value).map { (text: Array($0.utf8), owner: number) }
            })
    }

    /// What a client wrote as it is searched and kept: keys that stand in it as bytes stand in base64 there.
    package func readable(_ bytes: [UInt8]) -> [UInt8] { keys.encoded(in: bytes) }

    /// The same as text.
    package func text(of bytes: [UInt8]) -> String { keys.text(of: bytes) }

    /// The names of the secrets that stand in a text, each with whether it is a piece only.
    package func names(in text: [UInt8]) -> [(name: String, isPiece: Bool)] {
        var found = index.candidates(in: text).map { scans[$0] }.filter { $0.isFound(in: text) }
            .map { (name: $0.canary.name, isPiece: false) }
        let parts = pieces.names(in: text) + marks.owners(in: text).map { names[$0] }
        var known = Set(found.map(\.name))
        for name in parts where known.insert(name).inserted { found.append((name, true)) }
        return found
    }
}
