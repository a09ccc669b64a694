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

    var canary: Canary { Canary(name: name, kind: .token, value: value, origins: []) }
}
