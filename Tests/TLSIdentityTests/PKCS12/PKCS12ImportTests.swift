import Testing

@testable import TLSIdentity

@Suite struct PKCS12Import {
    /// What comes of a recipe's file under some password.
    struct Case: CustomTestStringConvertible, Sendable {
        let file: String
        var password: String? = "secret"
        var legacy = false
        var code: PKCS12Error.Code?
        var words: [String] = []
        var sent = 1
        /// Made, and opened, by OpenSSL's legacy provider alone.
        var isOld: Bool { file == "alice-rc2" || file == "alice-rc4" }
        var testDescription: String {
            "\(file) with \(password.map { "\"\($0)\"" } ?? "no password")" + (legacy ? ", legacy allowed" : "")
        }
    }

    static let cases = [
        Case(file: "alice"),
        Case(file: "alice", legacy: true),
        Case(file: "alice", password: "wrong", code: .invalidPassword, words: ["password"]),
        Case(file: "alice", password: nil, code: .invalidPassword, words: ["asks for a password"]),
        Case(file: "alice", password: "", code: .invalidPassword, words: ["asks for a password"]),
        Case(file: "alice-aes128"),
        Case(file: "alice-3des"),
        Case(file: "alice-rc2", code: .unsupportedEncryption, words: ["RC2", "legacy provider", "allow"]),
        Case(file: "alice-rc2", legacy: true),
        Case(file: "alice-rc2", password: "wrong", legacy: true, code: .invalidPassword),
        Case(file: "alice-rc4", code: .unsupportedEncryption, words: ["RC4", "legacy provider"]),
        Case(file: "alice-rc4", legacy: true),
        Case(file: "alice-empty-password", password: ""),
        Case(file: "alice-empty-password", password: nil),
        Case(file: "alice-empty-password", password: "x", code: .invalidPassword),
        Case(file: "alice-no-password", password: ""),
        Case(file: "alice-no-password", password: nil),
        Case(file: "alice-no-password", password: "x", code: .invalidPassword),
        Case(file: "alice-no-key", code: .missingPrivateKey, words: ["no private key"]),
        Case(file: "alice-no-key", password: "wrong", code: .invalidPassword),
        Case(file: "alice-key-only", code: .missingCertificate, words: ["no certificate"]),
        Case(file: "alice-no-mac"),
        Case(file: "alice-no-mac", password: "wrong", code: .invalidPassword),
        Case(file: "alice-no-mac", password: nil, code: .invalidPassword),
        Case(file: "alice-chain", sent: 2),
        Case(file: "alice-self-signed"),
        Case(file: "alice-expired"),
        Case(file: "bob"),
    ]

    @Test(arguments: cases.filter { !$0.isOld }) func `a file opens, or says what is wrong with it`(_ row: Case) throws
    {
        try check(row)
    }

    @Test(.enabled(if: LegacyProvider.isThere, LegacyProvider.remedy), arguments: cases.filter(\.isOld))
    func `a file in old encryption opens only where that is allowed`(_ row: Case) throws { try check(row) }

    private func check(_ row: Case) throws {
        let pki = try TestPKI()
        let file = try pki.pkcs12(row.file, password: "secret")
        guard let code = row.code else {
            let identity = try PKCS12.identity(
                in: file, password: row.password, allowsLegacyEncryption: row.legacy)
            let recipe = pki.identityNames.contains(row.file) ? row.file : "alice"
            let issued = try pki.issueIdentity(recipe)
            #expect(identity.certificate.sha256 == issued.leafSHA256)
            #expect(identity.keyPEM == issued.keyPEM)
            #expect(identity.chainPEM == issued.chainPEM)
            #expect(X509Certificate.all(inPEM: identity.chainPEM).count == row.sent)
            return
        }
        let error = #expect(throws: PKCS12Error(code, "")) {
            try PKCS12.identity(in: file, password: row.password, allowsLegacyEncryption: row.legacy)
        }
        let text = try #require(error?.description)
        for word in row.words { #expect(text.contains(word), "\(text)") }
        #expect(!text.contains("secret") && !text.contains("\n"))
    }

    @Test func `every file of the product stands in the table, or is one of its identities`() throws {
        let pki = try TestPKI()
        let rest = Set(pki.pkcs12Names).subtracting(Self.cases.map(\.file)).subtracting(pki.identityNames)
        #expect(rest.isEmpty)
    }

    /// Bytes that are no PKCS #12 file.
    struct Junk: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let words: [String]
        var testDescription: String { name }
    }

    static let junk = [
        Junk(name: "nothing", bytes: [], words: ["empty"]),
        Junk(name: "text", bytes: Array("hello".utf8), words: ["no PKCS #12 file"]),
        Junk(name: "zeros", bytes: [UInt8](repeating: 0, count: 400), words: ["no PKCS #12 file"]),
        Junk(name: "base 64", bytes: Array("MIIKQAIBAzCCCg".utf8), words: ["base 64", "decode"]),
        Junk(name: "one byte", bytes: [0x30], words: ["cut short"]),
        Junk(name: "an empty sequence", bytes: [0x30, 0], words: ["no PKCS #12 file"]),
        Junk(name: "a length past the end", bytes: [0x30, 0x82, 0x0A, 0, 2, 1, 3], words: ["cut short", "7 of 2564"]),
        Junk(
            name: "a length of 16 octets", bytes: [0x30, 0x90] + [UInt8](repeating: 255, count: 40), words: ["no PKCS"]),
        Junk(name: "a deep nest", bytes: nest, words: ["no PKCS #12 file"]),
        Junk(name: "too much", bytes: [UInt8](repeating: 0x30, count: 2 << 20), words: ["too many", "1048576"]),
    ]

    private static var nest: [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<5000 { bytes = DER.wrap(0x30, bytes) }
        return bytes
    }

    @Test(arguments: junk) func `junk is invalid data, and named where it can be`(_ row: Junk) throws {
        for legacy in [false, true] {
            let error = #expect(throws: PKCS12Error(.invalidData, "")) {
                try PKCS12.identity(in: row.bytes, password: "x", allowsLegacyEncryption: legacy)
            }
            let text = try #require(error?.detail)
            for word in row.words { #expect(text.contains(word), "\(text)") }
        }
    }

    @Test func `PEM and a bare certificate are named, with what to do`() throws {
        let alice = try TestPKI().issueIdentity("alice")
        let pem = #expect(throws: PKCS12Error(.invalidData, "")) {
            try PKCS12.identity(in: Array(("subject\n" + alice.chainPEM).utf8), password: nil)
        }
        #expect(pem?.detail.contains("PEM text (CERTIFICATE)") == true)
        #expect(pem?.detail.contains("openssl pkcs12 -export") == true)
        let leaf = try #require(X509Certificate.all(inPEM: alice.chainPEM).first)
        let der = #expect(throws: PKCS12Error(.invalidData, "")) { try PKCS12.identity(in: leaf.der, password: nil) }
        #expect(der?.detail.contains("certificate alone") == true)
    }

    @Test func `a file that is cut short anywhere is invalid data`() throws {
        let file = try TestPKI().pkcs12("alice", password: "secret")
        for count in 0..<file.count {
            #expect(throws: PKCS12Error(.invalidData, "")) {
                try PKCS12.identity(in: Array(file[..<count]), password: "secret")
            }
        }
    }

    @Test func `what stands after the file does not matter`() throws {
        let file = try TestPKI().pkcs12("alice", password: "secret") + Array("\r\n".utf8)
        #expect(try PKCS12.identity(in: file, password: "secret").commonName == "alice")
    }

    @Test func `a password is the file's own or wrong, whatever it is made of`() throws {
        let pki = try TestPKI()
        for password in ["pässwörd-Ω", "🗝️", String(repeating: "x", count: 200), " ", "a\nb"] {
            let file = try pki.pkcs12("alice", password: password)
            #expect(try PKCS12.identity(in: file, password: password).commonName == "alice")
            #expect(throws: PKCS12Error(.invalidPassword, "")) {
                try PKCS12.identity(in: file, password: password + "x")
            }
        }
    }

    @Test(.enabled(if: LegacyProvider.isThere, LegacyProvider.remedy))
    func `the legacy provider stays out of the default library context`() throws {
        let file = try TestPKI().pkcs12("alice-rc2", password: "secret")
        _ = try PKCS12.identity(in: file, password: "secret", allowsLegacyEncryption: true)
        #expect(throws: PKCS12Error(.unsupportedEncryption, "")) {
            try PKCS12.identity(in: file, password: "secret")
        }
    }

    @Test func `a missing legacy provider is one clear error`() throws {
        let error = #expect(throws: PKCS12Error(.unsupportedEncryption, "")) {
            _ = try LegacyProvider(module: "no-such-provider")
        }
        #expect(error?.detail.contains("OPENSSL_MODULES") == true)
    }
}
