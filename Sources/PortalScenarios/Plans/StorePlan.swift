internal import JSONValues

/// How a client's stores are sealed, and what is done to their files between runs.
enum StorePlan {
    /// What a store is opened with.
    struct Opening: Sendable {
        enum Key: String, Sendable, CaseIterable {
            case passphrase
            case keyFile
        }
        var key = Key.passphrase
        /// Whether it is the key that the store was made with.
        var isRight = true

        static let keys = ["key", "is"]

        /// Reads `passphrase`, `keyFile`, or `{key: passphrase, is: wrong}`.
        init(_ value: JSONValue, source: String, path: String) throws(DocumentError) {
            DocumentTrace.note(.words(Key.allCases.map(\.rawValue)), at: path)
            let mapping: JSONValue = value.string.map { ["key": .string($0)] } ?? value
            let reader = try DocumentReader(mapping, source: source, path: path, keys: Self.keys)
            key = try reader.word("key", as: Key.self) ?? .passphrase
            isRight = try reader.word("is", as: RightName.self) != .wrong
        }

        private enum RightName: String, CaseIterable { case right, wrong }
    }

    /// Which file.
    enum File: String, Sendable, CaseIterable {
        case credentials
        case network

        /// The name that the client gives it.
        var name: String { self == .credentials ? "arcgis-credentials.store" : "network-credentials.store" }
    }

    /// What becomes of a file, or of its folder.
    enum Damage: String, Sendable, CaseIterable {
        /// One bit in the middle.
        case flip
        /// The second half.
        case truncate
        case empty
        /// Something else altogether.
        case foreign
        /// The file of the other store.
        case swap
        /// Everybody may read it.
        case open
        /// Everybody may enter the folder.
        case openFolder
        /// It is a link to somewhere.
        case link
        /// It is a folder.
        case directory
        case delete
    }
}
