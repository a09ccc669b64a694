import HTTPSemantics
import Testing

@testable import TLSIdentity

@Suite struct Sealing {
    struct Vector: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let key: String
        let nonce: String
        let text: String
        let associated: String
        let sealed: String
    }

    /// McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, which NIST's validation suite has too.
    static let vectors = [
        Vector(
            testDescription: "test case 13: nothing", key: String(repeating: "00", count: 32),
            nonce: String(repeating: "00", count: 12), text: "", associated: "",
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            testDescription: "test case 14: a block", key: String(repeating: "00", count: 32),
            nonce: String(repeating: "00", count: 12), text: String(repeating: "00", count: 16), associated: "",
            sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            testDescription: "test case 16: associated data", key: feff, nonce: "cafebabefacedbaddecaf888",
            text: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"),
    ]
    private static let feff = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    static func key(_ hex: String) -> SealingKey {
        var bytes = bytes(hex)
        return SealingKey(wiping: &bytes)
    }

    @Test(arguments: vectors) func `gives the vectors of NIST`(_ vector: Vector) throws {
        let key = Self.key(vector.key)
        let sealed = try AESGCM.seal(
            Self.bytes(vector.text), key: key, nonce: Self.bytes(vector.nonce),
            associated: Self.bytes(vector.associated))
        #expect(Hexadecimal.encode(sealed) == vector.sealed)
        let opened = try AESGCM.open(
            sealed, key: key, nonce: Self.bytes(vector.nonce), associated: Self.bytes(vector.associated))
        #expect(Hexadecimal.encode(opened) == vector.text)
    }

    @Test(arguments: vectors) func `opens nothing that was changed`(_ vector: Vector) throws {
        let (key, nonce, associated) = (Self.key(vector.key), Self.bytes(vector.nonce), Self.bytes(vector.associated))
        let sealed = Self.bytes(vector.sealed)
        func isRefused(_ sealed: [UInt8], _ key: SealingKey, _ nonce: [UInt8], _ associated: [UInt8]) -> Bool {
            do throws(TLSIdentityError) {
                _ = try AESGCM.open(sealed, key: key, nonce: nonce, associated: associated)
                return false
            } catch {
                return error.code == .notAuthentic && OpenSSLErrors.drain().isEmpty
            }
        }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(isRefused(changed, key, nonce, associated), "byte \(index)")
        }
        for count in sealed.indices {
            #expect(isRefused(Array(sealed[..<count]), key, nonce, associated), "\(count) bytes")
        }
        #expect(isRefused(sealed + [0], key, nonce, associated))
        #expect(isRefused(sealed, key, nonce, associated + [0]))
        #expect(isRefused(sealed, key, [1] + nonce.dropFirst(), associated))
        #expect(isRefused(sealed, Self.key("01" + vector.key.dropFirst(2)), nonce, associated))
    }

    @Test func `takes keys and nonces of its size only`() throws {
        for (key, nonce) in [(16, 12), (32, 11), (32, 16), (0, 12), (33, 12)] {
            let key = try SealingKey(randomBytes: key)
            #expect(throws: TLSIdentityError.self, "\(key.count), \(nonce)") {
                try AESGCM.seal([1], key: key, nonce: [UInt8](repeating: 0, count: nonce), associated: [])
            }
        }
    }

    @Test func `a long text comes back`() throws {
        let key = try SealingKey(randomBytes: 32)
        let text = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let nonce = randomBytes(12)
        let sealed = try AESGCM.seal(text, key: key, nonce: nonce, associated: [1])
        #expect(sealed.count == text.count + AESGCM.tagSize && Array(sealed[..<64]) != Array(text[..<64]))
        #expect(try AESGCM.open(sealed, key: key, nonce: nonce, associated: [1]) == text)
    }
}

@Suite struct `Sealing keys` {
    struct Vector: CustomTestStringConvertible, Sendable {
        let passphrase: String
        let salt: String
        let cost: Scrypt.Cost
        let key: String
        var testDescription: String { "\"\(passphrase)\"" }
    }

    @Test(arguments: [
        Vector(
            passphrase: "", salt: "", cost: Scrypt.Cost(logN: 4, blockSize: 1, parallelism: 1),
            key: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
        Vector(
            passphrase: "password", salt: "NaCl", cost: Scrypt.Cost(logN: 10, blockSize: 8, parallelism: 16),
            key: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
        Vector(
            passphrase: "pleaseletmein", salt: "SodiumChloride",
            cost: Scrypt.Cost(logN: 14, blockSize: 8, parallelism: 1),
            key: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
    ]) func `of passphrases are those of RFC 7914`(_ vector: Vector) throws {
        let key = try Scrypt.key(
            passphrase: vector.passphrase, salt: Array(vector.salt.utf8), cost: vector.cost, count: 64)
        #expect(Hexadecimal.encode(key.withBytes { Array($0) }) == vector.key)
    }

    @Test(arguments: [(0, 8, 1), (31, 8, 1), (14, 0, 1), (14, 8, 0)])
    func `are not made at a cost that cannot be`(logN: UInt8, blockSize: UInt8, parallelism: UInt8) {
        let cost = Scrypt.Cost(logN: logN, blockSize: blockSize, parallelism: parallelism)
        #expect(cost.memory == nil)
        #expect(throws: TLSIdentityError.self) { try Scrypt.key(passphrase: "p", salt: [1], cost: cost) }
    }

    @Test func `for one purpose are those of RFC 5869`() throws {
        // Test case 3: neither salt nor purpose.
        let key = Sealing.key(String(repeating: "0b", count: 22))
        let derived = try key.derived(for: "", salt: [], count: 42)
        #expect(
            Hexadecimal.encode(derived.withBytes { Array($0) })
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
        let others = [("a", [UInt8]()), ("b", []), ("a", [1])]
        let keys = try others.map { try key.derived(for: $0.0, salt: $0.1).withBytes { Array($0) } }
        #expect(Set(keys).count == 3)
    }

    @Test func `are random, print as stars and wipe what they are made of`() throws {
        let (one, other) = (try SealingKey(randomBytes: 32), try SealingKey(randomBytes: 32))
        #expect(one.withBytes { Array($0) } != other.withBytes { Array($0) })
        #expect("\(one)" == "***" && String(reflecting: one) == "***" && Mirror(reflecting: one).children.isEmpty)
        var source: [UInt8] = [1, 2, 3]
        let key = SealingKey(wiping: &source)
        #expect(source.isEmpty && key.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test func `are compared whole`() {
        #expect(Wiping.areSame([1, 2], [1, 2]) && Wiping.areSame([], []))
        #expect(!Wiping.areSame([1, 2], [1, 3]) && !Wiping.areSame([1], [1, 2]))
    }
}
