/// A secret of the machine that a client was given, and that is none of the run's: it is taken out of whatever is kept, and not judged.
package struct MachineSecret: Sendable, Equatable {
    /// So many bytes may be told from chance where they stand as a word of their own.
    package static let shortest = 4

    /// What it is, as `variable:DB_PASS`.
    package let name: String
    package let value: String
    /// Whether 16 characters of it in a row give it away too; not of a text whose parts may stand anywhere, as an address.
    package let isKnownInPieces: Bool

    package init(name: String, value: String, isKnownInPieces: Bool) {
        self.name = name
        self.value = value
        self.isKnownInPieces = isKnownInPieces
    }

    /// The secret as far as words do not state it: nil where it stands in them, and not known in pieces where a piece of it does.
    ///
    /// What a scenario writes out is no secret, and what a client did is compared with it.
    func unstated(in words: [UInt8]) -> MachineSecret? {
        guard let scan = SecretScan(canary) ?? SecretScan(word: canary), !scan.isFound(in: words) else { return nil }
        guard isKnownInPieces, !SecretPieces([(canary, name)]).names(in: words).isEmpty else { return self }
        return MachineSecret(name: name, value: value, isKnownInPieces: false)
    }

    var canary: Canary { Canary(name: name, kind: .token, value: value, origins: []) }
}
