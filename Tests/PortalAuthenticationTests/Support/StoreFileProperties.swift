import PortalAuthentication
import TLSIdentity

/// What holds for any bytes that are given to the reader of store files; shared by the tests and the fuzzer.
enum StoreFileProperties {
    static let name = "arcgis-credentials"
    static let text = Array(#"{"entries":{}}"#.utf8)
    private static let delta = Array(#"{"gone":[],"set":{}}"#.utf8)
    private static let key = SealingKey(secret: [UInt8](repeating: 7, count: 32))

    /// Files as a store writes them; they are made anew, as each has a salt of its own.
    static func seeds() throws -> [(name: String, bytes: [UInt8])] {
        let salt = [UInt8](repeating: 3, count: StoreFileHeader.scryptSaltSize)
        let keyed = try StoreFile.seal(text, name: name, derivation: .keyFile, key: key)
        let passphrase = try StoreFile.seal(
            text, name: name, derivation: .passphrase(.usual, salt: salt), key: key)
        let hungry = StoreFileHeader(
            name: name, derivation: .passphrase(Scrypt.Cost(logN: 30, blockSize: 255, parallelism: 255), salt: salt),
            fileSalt: [UInt8](repeating: 1, count: StoreFileHeader.fileSaltSize),
            nonce: [UInt8](repeating: 2, count: AESGCM.nonceSize), textCount: 0,
            keyCheck: [UInt8](repeating: 4, count: StoreFileHeader.keyCheckSize))
        let salts = [UInt8(5), 6].map { [UInt8](repeating: $0, count: StoreFileHeader.fileSaltSize) }
        let change = try StoreFile.seal(
            delta, name: name, derivation: .keyFile, key: key,
            part: .change(number: 7, base: salts[0], before: salts[1]))
        return [
            ("base", try StoreFile.seal(text, name: name, derivation: .keyFile, key: key, part: .base(containing: 6))),
            ("change", change), ("change-cut-off", Array(change.dropLast(3))),
            ("keyed", keyed), ("passphrase", passphrase),
            ("other-store", try StoreFile.seal(text, name: "network-credentials", derivation: .keyFile, key: key)),
            ("empty-text", try StoreFile.seal([], name: name, derivation: .keyFile, key: key)),
            ("other-key", try StoreFile.seal(text, name: name, derivation: .keyFile, key: SealingKey(secret: [9]))),
            ("hungry", hungry.bytes + [UInt8](repeating: 0, count: AESGCM.tagSize)),
            ("cut-off", Array(keyed.dropLast())),
        ]
    }

    /// What is broken by bytes as they are, and by the same with a checksum that fits, as a hostile writer would have it.
    static func violation(by bytes: [UInt8]) -> String? {
        violation(asTheyAre: bytes) ?? violation(asTheyAre: withChecksum(bytes))
    }

    private static func violation(asTheyAre bytes: [UInt8]) -> String? {
        let parsed: (header: StoreFileHeader, sealed: ArraySlice<UInt8>)
        do throws(StoreFileDefect) {
            parsed = try StoreFileHeader.parse(bytes)
        } catch {
            let words = error.error(at: "/stores/file").description
            return words.unicodeScalars.contains { $0.properties.generalCategory == .control }
                ? "an error with a control character: \(words)" : nil
        }
        if parsed.header.bytes + parsed.sealed != bytes { return "a header that does not print to itself" }
        if case .passphrase(let cost, _) = parsed.header.derivation,
            cost.memory.map({ $0 > 300 << 20 }) ?? true || cost.work > 1 << 22
        {
            return "a header that asks for \(cost.memory ?? 0) bytes and \(cost.work) blocks"
        }
        guard let opened = try? StoreFile.open(bytes, name: name, key: { _ in key }) else { return nil }
        return [text, delta, []].contains(opened.text) ? nil : "a text that was never sealed"
    }

    private static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 20 else { return bytes }
        let count = Int(bytes[18]) << 8 | Int(bytes[19])
        guard count >= 52, bytes.count >= count else { return bytes }
        return bytes[..<(count - 32)] + Digest.sha256(bytes[..<(count - 32)]) + bytes[count...]
    }
}

extension SealingKey {
    fileprivate convenience init(secret: [UInt8]) {
        var bytes = secret
        self.init(wiping: &bytes)
    }
}
