import Testing

@testable import TLSIdentity

@Suite struct PKCS12ContentsOfAFile {
    private let pki: TestPKI
    init() throws { pki = try TestPKI() }

    /// What an issued identity is made of.
    private func parts(_ name: String) throws -> (key: PKCS12Writer.Content, certificates: [PKCS12Writer.Content]) {
        let issued = try pki.issueIdentity(name)
        return (
            .key(try PrivateKey(pem: issued.keyPEM.expanded)),
            X509Certificate.all(inPEM: issued.chainPEM).map { .certificate($0) }
        )
    }

    private func file(_ contents: [PKCS12Writer.Content]) throws -> [UInt8] {
        try PKCS12Writer(encryption: .aes256, hasMAC: true).write(contents, password: "p")
    }

    @Test func `a key that belongs to another certificate is told apart`() throws {
        let bytes = try file(parts("bob").certificates + [parts("alice").key])
        let error = #expect(throws: PKCS12Error(.keyMismatch, "")) { try PKCS12.identity(in: bytes, password: "p") }
        #expect(error?.detail.contains("belongs to none") == true)
    }

    @Test func `of two identities the first key that fits a certificate wins, and only its chain is sent`() throws {
        let (alice, bob) = (try parts("alice"), try parts("bob"))
        for (keys, winner) in [([alice.key, bob.key], "alice"), ([bob.key, alice.key], "bob")] {
            let bytes = try file(bob.certificates + alice.certificates + keys)
            let identity = try PKCS12.identity(in: bytes, password: "p")
            #expect(identity.commonName == winner)
            #expect(X509Certificate.all(inPEM: identity.chainPEM).count == 1)
        }
        let carol = try parts("carol").key
        #expect(
            try PKCS12.identity(in: file(alice.certificates + [carol, alice.key]), password: "p").commonName == "alice")
    }

    @Test func `a leaf is found wherever it stands, and its issuers are put in order without the root`() throws {
        let chain = try parts("alice-chain")
        let root = X509Certificate.all(inPEM: try pki.authorityPEM(named: "client-ca")).map {
            PKCS12Writer.Content.certificate($0)
        }
        let issued = try pki.issueIdentity("alice-chain")
        for order in [root + chain.certificates.reversed(), chain.certificates + root] {
            let identity = try PKCS12.identity(in: file(order + [chain.key]), password: "p")
            #expect(identity.certificate.sha256 == issued.leafSHA256)
            #expect(identity.chainPEM == issued.chainPEM)
            #expect(identity.issuers.count == 2)
        }
    }

    @Test func `a file in which nothing is encrypted needs no password and bears one`() throws {
        let alice = try parts("alice")
        let bytes = try PKCS12Writer(encryption: .none, hasMAC: false).write(
            alice.certificates + [alice.key], password: nil)
        for password in [nil, "", "whatever"] {
            #expect(try PKCS12.identity(in: bytes, password: password).commonName == "alice")
        }
    }

    @Test func `a file with nothing in it says so`() throws {
        let error = #expect(throws: PKCS12Error(.missingPrivateKey, "")) {
            try PKCS12.identity(in: file([]), password: "p")
        }
        #expect(error?.detail.contains("neither") == true)
    }
}
