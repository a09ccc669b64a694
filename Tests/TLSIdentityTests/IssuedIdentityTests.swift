import Foundation
import Testing

@testable import TLSIdentity

@Suite struct IssuedIdentities {
    /// What a recipe makes.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let commonName: String
        let issuer: String
        var sent = 1
        var validity = CertificateValidity.valid
        var isForClients = true
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "alice", commonName: "alice", issuer: "client-ca"),
        Case(name: "bob", commonName: "bob", issuer: "client-ca"),
        Case(name: "carol", commonName: "carol", issuer: "other-client-ca"),
        Case(name: "alice-renewed", commonName: "alice", issuer: "client-ca"),
        Case(name: "alice-chain", commonName: "alice", issuer: "client-intermediate", sent: 2),
        Case(name: "alice-expired", commonName: "alice", issuer: "client-ca", validity: .expired),
        Case(name: "alice-not-yet-valid", commonName: "alice", issuer: "client-ca", validity: .notYetValid),
        Case(name: "alice-server-purpose", commonName: "alice", issuer: "client-ca", isForClients: false),
        Case(name: "alice-other-ca", commonName: "alice", issuer: "other-client-ca"),
        Case(name: "alice-self-signed", commonName: "alice", issuer: "alice-self-signed"),
    ]

    @Test(arguments: cases) func `an identity has its recipe's virtue or flaw`(_ row: Case) throws {
        let pki = try TestPKI()
        let issued = try pki.issueIdentity(row.name)
        #expect(issued.name == row.name && issued.recipe == row.name)
        #expect(issued.commonName == row.commonName)
        #expect(issued.subject == "CN=\(row.commonName),O=mockportal")
        #expect(issued.issuer == row.issuer)
        let identity = try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
        #expect(identity.certificate.sha256 == issued.leafSHA256)
        #expect(identity.validity(at: Int64(Date().timeIntervalSince1970)) == row.validity)
        #expect(identity.isForClients == row.isForClients)
        #expect(X509Certificate.all(inPEM: issued.chainPEM).count == row.sent)
    }

    @Test func `every identity of the product stands in the table`() throws {
        #expect(try TestPKI().identityNames == Self.cases.map(\.name).sorted())
    }

    @Test(.enabled("install openssl: its program verifies the identities") { await OpenSSLProgram.isThere() })
    func `a verifier of clients finds the one flaw of each, and a verifier of servers takes none`() async throws {
        let openssl = try OpenSSLProgram()
        let pki = try TestPKI()
        try openssl.write(pki.authorityPEM(named: "client-ca").utf8, to: "ca.pem")
        try openssl.write(
            (pki.authorityPEM(named: "client-ca") + pki.authorityPEM(named: "other-client-ca")).utf8, to: "all.pem")
        func complaint(_ name: String, for purpose: String, under file: String) async throws -> String {
            try openssl.write(pki.issueIdentity(name).chainPEM.utf8, to: "chain.pem")
            do {
                return try await openssl.run([
                    "verify", "-CAfile", file, "-no-CApath", "-untrusted", "chain.pem", "-purpose", purpose,
                    "chain.pem",
                ])
            } catch let failure as OpenSSLProgram.Failure {
                return failure.description
            }
        }
        for (name, words) in [
            "alice": "OK", "bob": "OK", "alice-renewed": "OK", "alice-chain": "OK",
            "alice-expired": "certificate has expired", "alice-not-yet-valid": "not yet valid",
            "alice-server-purpose": "purpose", "alice-self-signed": "self", "carol": "unable to get local issuer",
            "alice-other-ca": "unable to get local issuer",
        ] {
            let text = try await complaint(name, for: "sslclient", under: "ca.pem")
            #expect(text.contains(words), "\(name): \(text)")
            #expect(!text.contains("permitted subtree"), "\(name): \(text)")
        }
        for name in pki.identityNames {
            let text = try await complaint(name, for: "sslserver", under: "all.pem")
            #expect(!text.contains("OK"), "\(name): \(text)")
        }
    }

    @Test func `an authority of clients issues for no host name`() throws {
        let recipes = try OwnFixtures([
            "client-ca": try OwnFixtures.product("client-ca"),
            "mallory": #"{"about": "x", "kind": "client", "issuer": "client-ca", "names": ["localhost"]}"#,
            "server": #"{"about": "x", "issuer": "client-ca"}"#,
        ])
        let pki = try TestPKI(fixtures: recipes.tree)
        #expect(throws: TLSIdentityError(.notPermitted, "")) { try pki.issueIdentity("mallory") }
        #expect(throws: TLSIdentityError(.notPermitted, "")) {
            try pki.issue("server", names: ["localhost"], addresses: [])
        }
        #expect(throws: TLSIdentityError(.notPermitted, "")) {
            try pki.issue("server", names: [], addresses: ["127.0.0.1"])
        }
    }

    @Test func `an identity has a certificate per kind of key, under one name`() throws {
        let pki = try TestPKI()
        let plain = try pki.issueIdentity("alice")
        let rsa = try pki.issueIdentity("alice", algorithm: .rsa)
        #expect(rsa.leafSHA256 != plain.leafSHA256 && rsa.subject == plain.subject)
        #expect(try pki.issueIdentity("alice", algorithm: .rsa).leafSHA256 == rsa.leafSHA256)
        #expect(pki.issuedIdentity(ofLeaf: rsa.leafSHA256)?.name == "alice")
        #expect(pki.issuedIdentity(ofLeaf: "00") == nil)
        let identity = try ClientIdentity(chainPEM: rsa.chainPEM, keyPEM: rsa.keyPEM)
        #expect(identity.certificate.sha256 == rsa.leafSHA256 && identity.isForClients)
        let file = try pki.pkcs12("alice-3des", password: "p", algorithm: .rsa)
        #expect(try PKCS12.identity(in: file, password: "p").certificate.sha256 == rsa.leafSHA256)
    }

    @Test(.enabled("install openssl: its program reads the key") { await OpenSSLProgram.isThere() })
    func `an RSA identity has 2048 bits and chains to the authority of the clients`() async throws {
        let openssl = try OpenSSLProgram()
        let pki = try TestPKI()
        try openssl.write(pki.authorityPEM(named: "client-ca").utf8, to: "ca.pem")
        let alice = try pki.issueIdentity("alice", algorithm: .rsa)
        try openssl.write(alice.chainPEM.utf8, to: "chain.pem")
        try openssl.write(alice.keyPEM.expanded.utf8, to: "key.pem")
        let verdict = try await openssl.run([
            "verify", "-CAfile", "ca.pem", "-no-CApath", "-purpose", "sslclient", "chain.pem",
        ])
        #expect(verdict.contains("OK"))
        #expect(try await openssl.run(["pkey", "-in", "key.pem", "-noout", "-text"]).contains("2048 bit"))
    }

    @Test func `an identity stays the same within one PKI, for every caller`() async throws {
        let pki = try TestPKI()
        let leaves = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try pki.issueIdentity("alice").leafSHA256 } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(leaves.count == 1)
        #expect(try TestPKI().issueIdentity("alice").leafSHA256 != leaves.first)
    }

    @Test func `what makes no identity is refused, with those there are`() throws {
        for name in ["good", "client-ca", "alice-3des"] {
            let error = #expect(throws: TLSIdentityError(.unknownRecipe, "")) { try TestPKI().issueIdentity(name) }
            #expect(error?.message.contains(name) == true)
        }
        let near = #expect(throws: TLSIdentityError(.unknownRecipe, "")) { try TestPKI().issueIdentity("alise") }
        #expect(near?.message.contains("Did you mean alice?") == true)
        let server = #expect(throws: TLSIdentityError(.unknownRecipe, "")) {
            try TestPKI().issue("alice", names: ["localhost"], addresses: [])
        }
        #expect(server?.message.contains("identity of a client") == true)
        #expect(throws: TLSIdentityError(.unknownRecipe, "")) {
            try TestPKI().issue("alice-3des", names: ["localhost"], addresses: [])
        }
        #expect(throws: TLSIdentityError(.badRecipe, "")) { try TestPKI().pkcs12("good", password: "x") }
    }

    @Test func `what a server can show holds neither identities nor authorities nor files`() throws {
        let pki = try TestPKI()
        let others =
            pki.identityNames + pki.pkcs12Names + ["ca", "client-ca", "other-client-ca", "client-intermediate"]
        #expect(Set(pki.recipes).isDisjoint(with: others))
    }

    @Test func `an identity is written as files that only its owner can read`() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "identity-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: place) }
        let pki = try TestPKI()
        let alice = try pki.issueIdentity("alice")
        let written = try CertificateFiles.write(alice, pkcs12: pki.pkcs12("alice", password: "p"), to: place)
        let old = try CertificateFiles.write(
            pkcs12: pki.pkcs12("alice-3des", password: "p"), named: "alice-3des", to: place)
        for path in [written.key, written.pkcs12, old] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(path)")
        }
        #expect(try String(contentsOfFile: written.certificate, encoding: .utf8) == alice.chainPEM)
        for path in [written.pkcs12, old] {
            let bytes = try Array(Data(contentsOf: URL(filePath: path)))
            #expect(try PKCS12.identity(in: bytes, password: "p").certificate.sha256 == alice.leafSHA256)
        }
        #expect(throws: TLSIdentityError(.file, "")) {
            try CertificateFiles.write(pkcs12: [], named: "../x", to: place)
        }
    }

    /// Mistakes in recipes of PKCS #12 files.
    @Test(arguments: [
        (#"{"about": "x", "kind": "pkcs12"}"#, "identity"),
        (#"{"kind": "pkcs12", "identity": "alice"}"#, "about"),
        (#"{"about": "x", "kind": "pkcs12", "identity": "alice", "encryption": "rc5"}"#, "aes-256, aes-128, 3des"),
        (#"{"about": "x", "kind": "pkcs12", "identity": "alice", "pasword": "none"}"#, "Did you mean password?"),
        (#"{"about": "x", "kind": "pkcs12", "identity": "alice", "contents": []}"#, "contents"),
        (#"{"about": "x", "kind": "pkcs12", "identity": "alice", "contents": ["keys"]}"#, "Did you mean key?"),
        (#"{"about": "x", "kind": "pkcs12", "identity": "alice", "mac": "no"}"#, "true or false"),
        (#"{"about": "x", "kind": "pkcs12", "identity": "odd"}"#, "odd"),
    ])
    func `a bad recipe of a file is refused`(json: String, words: String) throws {
        let fixtures = try OwnFixtures(["odd": json])
        let error = #expect(throws: TLSIdentityError.self) {
            try TestPKI(fixtures: fixtures.tree).pkcs12("odd", password: "x")
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
