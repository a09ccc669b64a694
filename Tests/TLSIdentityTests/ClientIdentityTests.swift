import Testing

@testable import TLSIdentity

@Suite struct ClientIdentities {
    private let pki: TestPKI
    init() throws { pki = try TestPKI() }

    private func identity(_ name: String) throws -> ClientIdentity {
        let issued = try pki.issueIdentity(name)
        return try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
    }

    @Test func `the certificate of the key is the leaf wherever it stands`() throws {
        let issued = try pki.issueIdentity("alice-chain")
        let parts = X509Certificate.all(inPEM: issued.chainPEM)
        let reversed = try parts.reversed().reduce("") { try $0 + $1.pem() }
        let identity = try ClientIdentity(chainPEM: reversed, keyPEM: issued.keyPEM)
        #expect(identity.certificate.sha256 == issued.leafSHA256)
        #expect(identity.chainPEM == issued.chainPEM)
    }

    @Test func `a text without a certificate, and one of another key, are told apart`() throws {
        let (alice, bob) = (try pki.issueIdentity("alice"), try pki.issueIdentity("bob"))
        let none = #expect(throws: TLSIdentityError(.badCertificate, "")) {
            try ClientIdentity(chainPEM: "hello", keyPEM: alice.keyPEM)
        }
        #expect(none?.message == "there is no certificate in the text")
        let other = #expect(throws: TLSIdentityError(.badCertificate, "")) {
            try ClientIdentity(chainPEM: bob.chainPEM, keyPEM: alice.keyPEM)
        }
        #expect(other?.message == "there is no certificate of the key in the text")
    }

    @Test func `two identities are one where their leaves are`() throws {
        let alice = try identity("alice")
        #expect(try alice == identity("alice"))
        #expect(try alice.hashValue == identity("alice").hashValue)
        #expect(try alice != identity("alice-renewed"))
    }

    @Test func `both ends of the validity belong to it`() throws {
        let alice = try identity("alice")
        let (start, end) = (alice.certificate.notBefore, alice.certificate.notAfter)
        #expect(alice.validity(at: start - 1) == .notYetValid)
        #expect(alice.validity(at: start) == .valid)
        #expect(alice.validity(at: end) == .valid)
        #expect(alice.validity(at: end + 1) == .expired)
    }

    @Test(arguments: [("alice", true), ("alice-server-purpose", false), ("unsaid", true), ("both", true)])
    func `an identity is for clients unless it says otherwise`(name: String, isForClients: Bool) throws {
        let recipes = try OwnFixtures([
            "unsaid": #"{"about": "x", "kind": "client", "issuer": "self", "extendedKeyUsage": []}"#,
            "both":
                #"{"about": "x", "kind": "client", "issuer": "self", "extendedKeyUsage": ["serverAuth", "clientAuth"]}"#,
        ])
        let pki = name.hasPrefix("alice") ? pki : try TestPKI(fixtures: recipes.tree)
        let issued = try pki.issueIdentity(name)
        let identity = try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
        #expect(identity.isForClients == isForClients)
    }

    @Test func `an identity is accepted by the issuers of its whole chain, and by a server that names none`() throws {
        let root = DistinguishedName.of(try pki.authorityPEM(named: "client-ca"))
        let other = DistinguishedName.of(try pki.authorityPEM(named: "other-client-ca"))
        for (name, isRoot) in [("alice", true), ("alice-chain", true), ("carol", false)] {
            let identity = try identity(name)
            #expect(identity.isIssued(byAnyOf: [root]) == isRoot)
            #expect(identity.isIssued(byAnyOf: [other]) == !isRoot)
            #expect(identity.isIssued(byAnyOf: [other, root]))
            #expect(identity.isIssued(byAnyOf: []))
        }
    }

    @Test func `an identity prints its subject and never its key`() throws {
        let alice = try identity("alice")
        var dumped = ""
        dump(alice, to: &dumped)
        #expect("\(alice)" == "identity of CN=alice,O=mockportal")
        #expect(!dumped.contains("PRIVATE") && !String(reflecting: alice).contains("PRIVATE"))
    }

    @Test func `a name in DER is read as text, and nothing else is`() throws {
        let der = DistinguishedName.of(try pki.authorityPEM(named: "client-ca"))
        let name = try #require(DistinguishedName(der: der))
        #expect(name.description.hasPrefix("CN=mockportal client authority "))
        #expect(name.description.hasSuffix(",O=mockportal"))
        #expect(DistinguishedName(der: [0x30, 0])?.description == "")
        for junk in [[], [0x30], der + [0], Array(der.dropLast()), [0x05, 0], Array("CN=x".utf8)] as [[UInt8]] {
            #expect(DistinguishedName(der: junk) == nil)
        }
    }

    @Test func `a name from elsewhere is printed on one line, whatever it holds`() throws {
        // CN = "a\n\u{1B}[31m,Ω" as UTF8String.
        let text: [UInt8] = Array("a\n\u{1B}[31m,Ω".utf8)
        let common = DER.wrap(0x30, [0x06, 0x03, 0x55, 0x04, 0x03] + DER.wrap(0x0C, text))
        let name = try #require(DistinguishedName(der: DER.wrap(0x30, DER.wrap(0x31, common))))
        #expect(name.description == #"CN=a\0A\1B[31m\,Ω"#)
    }
}

extension DistinguishedName {
    /// The subject of a certificate, in DER.
    fileprivate static func of(_ pem: String) -> [UInt8] {
        // Both authorities sign themselves: their issuer is their subject.
        X509Certificate.all(inPEM: pem).first?.issuerDER ?? []
    }
}
