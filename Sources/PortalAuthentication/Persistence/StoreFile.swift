internal import HTTPSemantics
package import TLSIdentity

/// A store file as bytes: sealed with a key, opened with it.
package enum StoreFile {
    /// The name of a store's file in its folder.
    package static func file(of name: String) -> String { name + ".store" }

    /// Seals a text; each call has a salt, and so a key, of its own.
    package static func seal(
        _ text: [UInt8], name: String, derivation: StoreFileHeader.Derivation, key: SealingKey
    ) throws(TLSIdentityError) -> [UInt8] {
        let salt = randomBytes(StoreFileHeader.fileSaltSize)
        let header = StoreFileHeader(
            name: name, derivation: derivation, fileSalt: salt, nonce: randomBytes(AESGCM.nonceSize),
            textCount: text.count, keyCheck: try keyCheck(key, salt))
        let bytes = header.bytes
        return bytes
            + (try AESGCM.seal(text, key: try textKey(key, salt), nonce: header.nonce, associated: bytes))
    }

    /// Opens a file; `key` finds the key that its header asks for. Throws a ``StoreFileDefect``, or what finding the key throws.
    package static func open(
        _ file: [UInt8], name: String, key: (StoreFileHeader.Derivation) throws -> SealingKey
    ) throws -> [UInt8] {
        let (header, sealed) = try StoreFileHeader.parse(file)
        guard header.name == name else { throw StoreFileDefect.otherStore(header.name) }
        let key = try key(header.derivation)
        guard Wiping.areSame(try keyCheck(key, header.fileSalt), header.keyCheck) else {
            throw StoreFileDefect.otherKey
        }
        do {
            return try AESGCM.open(
                sealed, key: try textKey(key, header.fileSalt), nonce: header.nonce,
                associated: Array(file[..<sealed.startIndex]))
        } catch let error where error.code == .notAuthentic {
            throw StoreFileDefect.changed
        }
    }

    private static func textKey(_ key: SealingKey, _ salt: [UInt8]) throws(TLSIdentityError) -> SealingKey {
        try key.derived(for: "mockportal-store 1 text", salt: salt)
    }

    private static func keyCheck(_ key: SealingKey, _ salt: [UInt8]) throws(TLSIdentityError) -> [UInt8] {
        try key.derived(for: "mockportal-store 1 key check", salt: salt, count: StoreFileHeader.keyCheckSize)
            .withBytes { Array($0) }
    }
}
