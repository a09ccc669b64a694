internal import HTTPSemantics
package import TLSIdentity

/// A store file as bytes: sealed with a key, opened with it.
package enum StoreFile {
    /// The name of a store's file in its folder.
    package static func file(of name: String) -> String { name + ".store" }

    /// The name of the file of one of the changes that follow a store's file.
    package static func change(_ number: Int, of file: String) -> String { "\(file).\(number)" }

    /// The number of a change by the name of its file; nil for any other file.
    package static func number(of change: String, of file: String) -> Int? {
        guard change.hasPrefix(file + "."), let number = Int(change.dropFirst(file.utf8.count + 1)),
            (1...1 << 47).contains(number), change == Self.change(number, of: file)
        else { return nil }
        return number
    }

    /// Seals a text; each call has a salt, and so a key, of its own.
    package static func seal(
        _ text: [UInt8], name: String, derivation: StoreFileHeader.Derivation, key: SealingKey,
        part: StoreFileHeader.Part = .alone
    ) throws(TLSIdentityError) -> [UInt8] {
        let salt = randomBytes(StoreFileHeader.fileSaltSize)
        let header = StoreFileHeader(
            name: name, derivation: derivation, fileSalt: salt, nonce: randomBytes(AESGCM.nonceSize),
            textCount: text.count, keyCheck: try keyCheck(key, salt), part: part)
        let bytes = header.bytes
        return bytes
            + (try AESGCM.seal(text, key: try textKey(key, salt), nonce: header.nonce, associated: bytes))
    }

    /// Opens a file; `key` finds the key that its header asks for. Throws a ``StoreFileDefect``, or what finding the key throws.
    package static func open(
        _ file: [UInt8], name: String, key: (StoreFileHeader.Derivation) throws -> SealingKey
    ) throws -> (header: StoreFileHeader, text: [UInt8]) {
        let (header, sealed) = try StoreFileHeader.parse(file)
        guard header.name == name else { throw StoreFileDefect.otherStore(header.name) }
        let key = try key(header.derivation)
        guard Wiping.areSame(try keyCheck(key, header.fileSalt), header.keyCheck) else {
            throw StoreFileDefect.otherKey
        }
        do {
            let text = try AESGCM.open(
                sealed, key: try textKey(key, header.fileSalt), nonce: header.nonce,
                associated: Array(file[..<sealed.startIndex]))
            return (header, text)
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
