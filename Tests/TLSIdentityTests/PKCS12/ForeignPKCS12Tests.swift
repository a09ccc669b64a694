import Testing

@testable import TLSIdentity

@Suite(
    .enabled("install openssl: its program makes and reads the files of this suite") { await OpenSSLProgram.isThere() })
struct ForeignPKCS12 {
    /// A way in which `openssl pkcs12 -export` makes a file.
    struct Export: CustomTestStringConvertible, Sendable {
        let name: String
        var options: [String] = []
        var password = "secret"
        var legacy = false
        var identity = "alice"
        var testDescription: String { name }
    }

    static let exports = [
        Export(name: "as it comes"),
        Export(name: "a chain", identity: "alice-chain"),
        Export(name: "AES-128 with a SHA-1 code", options: ["-certpbe", "AES-128-CBC", "-macalg", "sha1"]),
        Export(name: "SHA-512 code", options: ["-macalg", "sha512"]),
        Export(name: "3DES", options: ["-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES", "-macalg", "sha1"]),
        Export(name: "certificates in clear", options: ["-certpbe", "NONE"]),
        Export(name: "one round", options: ["-iter", "1"]),
        Export(name: "600,000 rounds", options: ["-iter", "600000"]),
        Export(name: "a code of one round", options: ["-nomaciter"]),
        Export(name: "a name", options: ["-name", "Alice Ä"]),
        Export(name: "200 letters", password: String(repeating: "x", count: 200)),
        Export(name: "letters beyond ASCII", password: "pässwörd-Ω"),
        Export(name: "an empty password", password: ""),
        Export(name: "no code", options: ["-nomac"]),
        Export(name: "no code, encrypted", options: ["-nomac", "-certpbe", "AES-256-CBC", "-keypbe", "AES-256-CBC"]),
        Export(
            name: "nothing encrypted", options: ["-keypbe", "NONE", "-certpbe", "NONE", "-nomac"], password: ""),
        Export(name: "RC2 and 3DES as of old", options: ["-legacy"], legacy: true),
        Export(
            name: "single DES", options: ["-legacy", "-certpbe", "PBE-MD5-DES", "-keypbe", "PBE-MD5-DES"], legacy: true),
        Export(
            name: "RC4",
            options: ["-legacy", "-certpbe", "PBE-SHA1-RC4-128", "-keypbe", "PBE-SHA1-RC4-128"], legacy: true),
    ]

    @Test(arguments: exports.filter { !$0.legacy }) func `a file that openssl made is imported`(_ row: Export)
        async throws
    {
        try await check(row)
    }

    @Test(.enabled(if: LegacyProvider.isThere, LegacyProvider.remedy), arguments: exports.filter(\.legacy))
    func `a file that openssl made in old encryption is imported where that is allowed`(_ row: Export) async throws {
        try await check(row)
    }

    private func check(_ row: Export) async throws {
        let openssl = try OpenSSLProgram()
        let issued = try TestPKI().issueIdentity(row.identity)
        let file = try await openssl.export(issued, password: row.password, row.options)
        if row.legacy {
            #expect(throws: PKCS12Error(.unsupportedEncryption, "")) {
                try PKCS12.identity(in: file, password: row.password)
            }
        }
        let identity = try PKCS12.identity(in: file, password: row.password, allowsLegacyEncryption: row.legacy)
        #expect(identity.certificate.sha256 == issued.leafSHA256)
        #expect(identity.chainPEM == issued.chainPEM)
        #expect(identity.keyPEM == issued.keyPEM)
    }

    /// Keys of other kinds than those that are issued here.
    static let keys = [
        ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
        ["-algorithm", "ED25519"],
    ]

    @Test(arguments: keys + [["compressed"]]) func `a key of any kind that TLS signs with is imported`(_ kind: [String])
        async throws
    {
        let openssl = try OpenSSLProgram()
        if kind == ["compressed"] {
            try await openssl.run(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "point.pem"])
            try await openssl.run(["ec", "-in", "point.pem", "-conv_form", "compressed", "-out", "key.pem"])
        } else {
            try await openssl.run(["genpkey", "-out", "key.pem"] + kind)
        }
        try await openssl.run(["req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=dave", "-out", "chain.pem"])
        try await openssl.run([
            "pkcs12", "-export", "-in", "chain.pem", "-inkey", "key.pem", "-passout", "pass:p", "-out", "dave.p12",
        ])
        let identity = try PKCS12.identity(in: openssl.bytes(of: "dave.p12"), password: "p")
        #expect(identity.commonName == "dave")
        #expect(identity.keyPEM.expanded.hasPrefix("-----BEGIN " + "PRIVATE KEY-----"))
        // The text is whole: it makes the same identity again, and openssl's own program reads it.
        let again = try ClientIdentity(chainPEM: identity.chainPEM, keyPEM: identity.keyPEM)
        #expect(again == identity)
        try openssl.write(identity.keyPEM.expanded.utf8, to: "again.pem")
        let form = kind.contains("EC") || kind == ["compressed"] ? ["-ec_conv_form", "uncompressed"] : []
        #expect(
            try await openssl.run(["pkey", "-in", "again.pem", "-pubout"] + form)
                == openssl.run(["pkey", "-in", "key.pem", "-pubout"] + form))
    }

    @Test func `openssl reads every file that is made here`() async throws {
        let pki = try TestPKI()
        let openssl = try OpenSSLProgram()
        for name in pki.pkcs12Names where LegacyProvider.isThere || !["alice-rc2", "alice-rc4"].contains(name) {
            let file = try pki.pkcs12(name, password: "secret")
            try openssl.write(file, to: "file.p12")
            let isEmpty = ["alice-empty-password", "alice-no-password"].contains(name)
            var arguments = [
                "pkcs12", "-in", "file.p12", "-info", "-noout", "-passin", isEmpty ? "pass:" : "pass:secret",
            ]
            if name == "alice-rc2" || name == "alice-rc4" { arguments.append("-legacy") }
            if name == "alice-no-mac" { arguments.append("-nomacver") }
            let text = try await openssl.run(arguments)
            #expect(text.contains("Certificate bag") == (name != "alice-key-only"), "\(name): \(text)")
            #expect(text.contains("Keybag") == (name != "alice-no-key"), "\(name): \(text)")
            #expect(text.contains("MAC:") == (name != "alice-no-mac"), "\(name): \(text)")
            let words = [
                "alice": "AES-256-CBC", "alice-aes128": "AES-128-CBC", "alice-3des": "3-KeyTripleDES",
                "alice-rc2": "40BitRC2", "alice-rc4": "128BitRC4",
            ]
            if let word = words[name] { #expect(text.contains(word), "\(name): \(text)") }
        }
    }

    @Test func `a file of certificates alone and one of a key alone are told apart`() async throws {
        let openssl = try OpenSSLProgram()
        let alice = try TestPKI().issueIdentity("alice")
        let certificates = try await openssl.export(alice, password: "p", ["-nokeys"])
        #expect(throws: PKCS12Error(.missingPrivateKey, "")) {
            try PKCS12.identity(in: certificates, password: "p")
        }
        let key = try await openssl.export(alice, password: "p", ["-nocerts"])
        #expect(throws: PKCS12Error(.missingCertificate, "")) { try PKCS12.identity(in: key, password: "p") }
    }
}
