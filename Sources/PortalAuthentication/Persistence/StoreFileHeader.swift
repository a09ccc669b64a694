package import TLSIdentity

/// What stands before the sealed text of a store file: readable by anybody, authenticated by the key.
///
/// | bytes | what |
/// |---|---|
/// | 16 | `mockportal-store` |
/// | 2 | version of the format |
/// | 2 | length of the header, its checksum counted |
/// | 1 + 1 + 1 + 1 | where the key comes from; for a passphrase log₂ N, r and p of scrypt, else zeros |
/// | 16 | salt of scrypt |
/// | 32 | salt of this writing: each has an encryption key of its own |
/// | 12 | nonce |
/// | 8 | length of the text |
/// | 16 | key check: derived from key and salt, so that another key is told from other bytes |
/// | 1 + n | name of the store |
/// | 1 + 8 | version 2: 1 and the number of the last change that the file contains; 2 and a change's own number |
/// | 32 + 32 | a change: salt of the file that it changes, and of the change before it, or of that file again for the first one |
/// | 32 | SHA-256 of all that |
///
/// Numbers are big-endian. The first two lines and the checksum at the end are the same in every version. Version 1 is written for
/// a store that no changes follow, so that a program that does not know of changes refuses what it would lose some of.
package struct StoreFileHeader: Sendable, Hashable {
    /// Where the key of a file comes from.
    package enum Derivation: Sendable, Hashable {
        /// A passphrase, by scrypt.
        case passphrase(Scrypt.Cost, salt: [UInt8])
        /// The 32 bytes of a key file.
        case keyFile
    }

    /// What a file is of its store.
    package enum Part: Sendable, Hashable {
        /// All of it.
        case alone
        /// What changes may follow; the last one that it contains already, 0 for none.
        case base(containing: Int)
        /// A change: its number, and the salts of its base and of the file before it.
        case change(number: Int, base: [UInt8], before: [UInt8])
    }

    package static let magic = Array("mockportal-store".utf8)
    package static let version = 2
    /// The version of a file that no changes follow.
    package static let versionAlone = 1
    /// What a file may ask of the machine that reads it: twice the memory of ``Scrypt/Cost/usual`` and four times its work.
    package static let maximumMemory = 257 << 20
    package static let maximumWork = 1 << 22
    package static let scryptSaltSize = 16
    package static let fileSaltSize = 32
    package static let keyCheckSize = 16
    private static let checksumSize = 32
    private static let fixedSize = 108 + 1 + checksumSize

    package var name: String
    package var derivation: Derivation
    package var fileSalt: [UInt8]
    package var nonce: [UInt8]
    /// The length of the text, which is that of the sealed text without its tag.
    package var textCount: Int
    package var keyCheck: [UInt8]
    package var part: Part

    package init(
        name: String, derivation: Derivation, fileSalt: [UInt8], nonce: [UInt8], textCount: Int, keyCheck: [UInt8],
        part: Part = .alone
    ) {
        self.name = name
        self.derivation = derivation
        self.fileSalt = fileSalt
        self.nonce = nonce
        self.textCount = textCount
        self.keyCheck = keyCheck
        self.part = part
    }

    /// The header as it stands in a file.
    package var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(bigEndian: part == .alone ? Self.versionAlone : Self.version, count: 2)
        bytes.append(bigEndian: Self.fixedSize + name.utf8.count + part.size, count: 2)
        switch derivation {
        case .passphrase(let cost, let salt):
            bytes += [1, cost.logN, cost.blockSize, cost.parallelism] + salt
        case .keyFile:
            bytes += [2, 0, 0, 0] + [UInt8](repeating: 0, count: Self.scryptSaltSize)
        }
        bytes += fileSalt + nonce
        bytes.append(bigEndian: textCount, count: 8)
        bytes += keyCheck
        bytes.append(UInt8(truncatingIfNeeded: name.utf8.count))
        bytes += Array(name.utf8)
        switch part {
        case .alone: break
        case .base(let number):
            bytes.append(1)
            bytes.append(bigEndian: number, count: 8)
        case .change(let number, let base, let before):
            bytes.append(2)
            bytes.append(bigEndian: number, count: 8)
            bytes += base + before
        }
        return bytes + Digest.sha256(bytes)
    }

    /// Reads the header of a file and finds the sealed text behind it; throws what is wrong. No key is needed.
    package static func parse(_ file: [UInt8]) throws(StoreFileDefect) -> (
        header: StoreFileHeader, sealed: ArraySlice<UInt8>
    ) {
        var rest = file[...]
        guard !file.isEmpty else { throw .empty }
        guard let magic = rest.consume(Self.magic.count) else {
            throw Self.magic.starts(with: file) ? .cutOff : .foreign
        }
        guard Array(magic) == Self.magic else { throw .foreign }
        guard let version = rest.number(2), let count = rest.number(2) else { throw .cutOff }
        guard count >= Self.magic.count + 4 + checksumSize else { throw .changed }
        guard file.count >= count else { throw .cutOff }
        let end = count - checksumSize
        guard Digest.sha256(file[..<end]) == Array(file[end..<count]) else { throw .changed }
        guard version == Self.version || version == versionAlone else { throw .newer(version) }
        // From here on nothing can be wrong by accident.
        rest = file[rest.startIndex..<end]
        guard let origin = rest.number(1), let logN = rest.number(1), let blockSize = rest.number(1),
            let parallelism = rest.number(1), let salt = rest.consume(scryptSaltSize),
            let fileSalt = rest.consume(fileSaltSize), let nonce = rest.consume(AESGCM.nonceSize),
            let textCount = rest.number(8), let keyCheck = rest.consume(keyCheckSize), let nameCount = rest.number(1),
            let name = rest.consume(nameCount).flatMap({ String(validating: $0, as: UTF8.self) }),
            let part = version == versionAlone ? Part.alone : rest.part(), rest.isEmpty
        else { throw .changed }
        let derivation: Derivation
        switch origin {
        case 1:
            let cost = Scrypt.Cost(
                logN: UInt8(logN), blockSize: UInt8(blockSize), parallelism: UInt8(parallelism))
            guard let memory = cost.memory, memory <= maximumMemory, cost.work <= maximumWork else { throw .tooCostly }
            derivation = .passphrase(cost, salt: Array(salt))
        case 2: derivation = .keyFile
        default: throw .changed
        }
        let sealed = file[count...]
        guard sealed.count >= AESGCM.tagSize, textCount <= sealed.count - AESGCM.tagSize else { throw .cutOff }
        guard textCount == sealed.count - AESGCM.tagSize else { throw .overlong }
        let header = StoreFileHeader(
            name: name, derivation: derivation, fileSalt: Array(fileSalt), nonce: Array(nonce), textCount: textCount,
            keyCheck: Array(keyCheck), part: part)
        guard header.bytes == Array(file[..<count]) else { throw .changed }
        return (header, sealed)
    }
}

extension StoreFileHeader.Part {
    /// How many bytes it takes in a header.
    fileprivate var size: Int {
        switch self {
        case .alone: 0
        case .base: 1 + 8
        case .change: 1 + 8 + 2 * StoreFileHeader.fileSaltSize
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: Int, count: Int) {
        for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func consume(_ count: Int) -> ArraySlice<UInt8>? {
        guard self.count >= count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count)
    }

    /// What a file of version 2 says of its part; nil where it says something else.
    fileprivate mutating func part() -> StoreFileHeader.Part? {
        guard let kind = number(1), let number = number(8), number < 1 << 48 else { return nil }
        if kind == 1 { return .base(containing: number) }
        guard kind == 2, number > 0, let base = consume(StoreFileHeader.fileSaltSize),
            let before = consume(StoreFileHeader.fileSaltSize)
        else { return nil }
        return .change(number: number, base: Array(base), before: Array(before))
    }

    /// A big-endian number; nil where it is missing or no length of anything.
    fileprivate mutating func number(_ count: Int) -> Int? {
        guard let bytes = consume(count) else { return nil }
        var number: UInt64 = 0
        for byte in bytes { number = number << 8 | UInt64(byte) }
        return Int(exactly: number)
    }
}
