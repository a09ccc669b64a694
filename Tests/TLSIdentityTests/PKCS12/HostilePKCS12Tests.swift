import Testing

@testable import TLSIdentity

@Suite(.enabled(if: LegacyProvider.isThere, LegacyProvider.remedy)) struct HostilePKCS12 {
    /// The same numbers on every run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static func file(
        _ encryption: PKCS12Recipe.Encryption, mac: Bool, iterations: Int32 = 1
    ) throws -> [UInt8] {
        let issued = try TestPKI().issueIdentity("alice-chain")
        let certificates = X509Certificate.all(inPEM: issued.chainPEM).map { PKCS12Writer.Content.certificate($0) }
        return try PKCS12Writer(encryption: encryption, hasMAC: mac, iterations: iterations).write(
            certificates + [.key(try PrivateKey(pem: issued.keyPEM.expanded))], password: "p")
    }

    /// Either an identity whose key fits, or one of the errors; anything else would have ended the process.
    private func tryToOpen(_ bytes: [UInt8], legacy: Bool) {
        do {
            let identity = try PKCS12.identity(in: bytes, password: "p", allowsLegacyEncryption: legacy)
            #expect(identity.leaf.matches(identity.key))
        } catch {
            #expect(!error.detail.isEmpty)
        }
        #expect(OpenSSLErrors.drain().isEmpty)
    }

    /// A code of authentication stops most of it; without one, more of the reader is reached.
    @Test(arguments: [(PKCS12Recipe.Encryption.none, false), (.aes256, false), (.rc2, false), (.aes256, true)])
    func `a byte changed anywhere never ends the process`(encryption: PKCS12Recipe.Encryption, mac: Bool) throws {
        let file = try Self.file(encryption, mac: mac)
        for index in file.indices {
            var spoilt = file
            spoilt[index] ^= [0x01, 0x80, 0xFF, 0x5A][index % 4]
            tryToOpen(spoilt, legacy: encryption == .rc2)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `bytes removed, repeated and shuffled never end the process`(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let files = [
            try Self.file(.none, mac: false), try Self.file(.aes256, mac: false), try Self.file(.rc2, mac: true),
        ]
        for round in 0..<300 {
            var bytes = files[round % files.count]
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                let count = Int.random(in: 1...min(16, bytes.count - place), using: &numbers)
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes.removeSubrange(place..<place + count)
                case 1: bytes.insert(contentsOf: bytes[place..<place + count], at: place)
                default: bytes[place..<place + count].shuffle(using: &numbers)
                }
                guard !bytes.isEmpty else { break }
            }
            tryToOpen(bytes, legacy: true)
        }
    }

    /// Rounds of hashing that a file may ask for in its code of authentication and in its parts.
    @Test(arguments: [(PKCS12Recipe.Encryption.aes256, true), (.aes256, false), (.tripleDES, true), (.rc2, false)])
    func `a file that asks for more hashing than any honest one is refused before it is done`(
        encryption: PKCS12Recipe.Encryption, mac: Bool
    ) throws {
        let file = try Self.file(encryption, mac: mac, iterations: 2048)
        let tree = try #require(DER.all(file[...])?.first)
        for count in [
            [0x00, 0xB7, 0x1B, 0x00], [0x7F, 0xFF, 0xFF, 0xFF], [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xFF],
        ] {
            let spoilt = tree.replacing(.value(0x02, [0x08, 0x00]), by: .value(0x02, count.map { UInt8($0) }))
            #expect(spoilt != tree)
            let error = #expect(throws: PKCS12Error(.invalidData, "")) {
                try PKCS12.identity(in: spoilt.bytes, password: "p", allowsLegacyEncryption: true)
            }
            #expect(error?.detail.contains("iteration count") == true, "\(error?.detail ?? "")")
        }
    }

    @Test func `a file of many things is refused`() throws {
        let leaf = try #require(X509Certificate.all(inPEM: try TestPKI().issueIdentity("alice").chainPEM).first)
        let file = try PKCS12Writer(encryption: .none, hasMAC: false).write(
            (0..<300).map { _ in .certificate(leaf) }, password: nil)
        let error = #expect(throws: PKCS12Error(.invalidData, "")) { try PKCS12.identity(in: file, password: nil) }
        #expect(error?.detail.contains("256") == true)
    }

    @Test func `a file put together again is the same file`() throws {
        let file = try Self.file(.aes256, mac: true)
        let tree = try #require(DER.all(file[...])?.first)
        #expect(DER.all(tree.bytes[...]) == [tree])
    }
}
