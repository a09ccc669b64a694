internal import HTTPSemantics
internal import TLSIdentity

/// The contents of an identity store as a value: one identity per subject and issuer, and which origin uses which.
struct ClientIdentitySelector: Sendable {
    /// Stands for a subject of an issuer: it outlives the renewal of the certificate.
    typealias Key = String

    private(set) var entries: [(key: Key, identity: ClientIdentity)] = []
    var choices: [Origin: Key] = [:]

    /// Digests subject and issuer; fit for a file name.
    static func key(of identity: ClientIdentity) -> Key {
        let names = identity.certificate.subject + "\n" + identity.certificate.issuer
        return String(Digest.sha256Hex(Array(names.utf8)).prefix(32))
    }

    subscript(_ key: Key) -> ClientIdentity? { entries.first { $0.key == key }?.identity }

    /// Keeps an identity in the place of the one with the same key, else at the end.
    mutating func keep(_ identity: ClientIdentity) {
        let key = Self.key(of: identity)
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].identity = identity
        } else {
            entries.append((key, identity))
        }
    }

    /// Forgets an identity and every choice of it; gives the origins that had chosen it.
    mutating func forget(_ key: Key) -> [Origin] {
        entries.removeAll { $0.key == key }
        let origins = choices.filter { $0.value == key }.map(\.key)
        for origin in origins { choices[origin] = nil }
        return origins
    }
}
