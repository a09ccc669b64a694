import FixtureFiles
import Foundation
import Testing

@testable import TLSIdentity

@Suite struct TestPKIs {
    @Test func `a leaf is new each time, lives a day and carries what RFC 5280 asks for`() throws {
        let pki = try TestPKI()
        let before = Int64(time(nil))
        let one = try pki.issue("good", names: ["localhost", "portal.localhost"], addresses: ["127.0.0.2"])
        let after = Int64(time(nil))
        let other = try pki.issue("good", names: ["localhost"], addresses: [])
        #expect(one.leafSHA256 != other.leafSHA256)
        #expect(one.keyPEM != other.keyPEM)
        let leaf = try #require(X509Certificate.all(inPEM: one.chainPEM).first)
        let summary = CertificateSummary(leaf)
        #expect(summary.names == ["localhost", "portal.localhost", "127.0.0.2"])
        #expect(one.notAfter - one.notBefore == 25 * 3600)
        #expect((before...after).contains(Int64(one.notAfter) - 86400))
        #expect(summary.issuer == pki.authority.subject)
        #expect(summary.subject == "CN=localhost,O=mockportal")
        #expect(leaf.matches(try PrivateKey(pem: one.keyPEM.expanded)))
        #expect(Digest.sha256Hex(leaf.der) == one.leafSHA256)
    }

    @Test func `a leaf does not outlive its authority`() throws {
        let recipes = try OwnFixtures(["long": #"{"about": "Long.", "validity": {"to": "90d"}}"#])
        let pki = try TestPKI(fixtures: recipes.tree, caLifetimeDays: 2)
        #expect(try pki.issue("long", names: ["localhost"], addresses: []).notAfter == pki.authority.notAfter)
        #expect(pki.authority.notAfter - pki.authority.notBefore == 3 * 86400)
    }

    @Test(arguments: [-1, 0, 36501, Int.max])
    func `an authority's life is between a day and a century`(days: Int) throws {
        #expect(throws: TLSIdentityError(.badRecipe, "")) { try TestPKI(caLifetimeDays: days) }
    }

    @Test func `two authorities are told apart by their names`() throws {
        #expect(try TestPKI().authority.subject != TestPKI().authority.subject)
    }

    @Test func `the authority is held to what is served, and to loopback`() throws {
        let pki = try TestPKI(names: ["portal.example.test"], addresses: ["192.0.2.0/24"])
        let constraints = try #require(X509Certificate.all(inPEM: pki.authorityPEM).first?.nameConstraints)
        #expect(constraints.names == ["localhost", "portal.example.test"])
        #expect(constraints.words.contains("192.0.2.0/24"))
        _ = try pki.issue("good", names: ["portal.example.test"], addresses: ["192.0.2.7"])
        _ = try pki.issue("wrong-host", names: ["portal.example.test"], addresses: [])
    }

    @Test(arguments: [(["example.com"], []), (["notlocalhost"], []), ([], ["192.0.2.1"]), ([], ["::2"])])
    func `nothing is issued outside the name constraints`(names: [String], addresses: [String]) throws {
        let error = #expect(throws: TLSIdentityError(.notPermitted, "")) {
            try TestPKI().issue("good", names: names, addresses: addresses)
        }
        #expect(error?.description.contains((names + addresses)[0]) == true)
    }

    @Test(arguments: ["", "a b", "a..b", "-a", "*", "a\nb", "x,DNS:y", "*.*.a"])
    func `what is no host name gets no certificate`(name: String) throws {
        #expect(throws: TLSIdentityError(.badName, "")) {
            try TestPKI().issue("self-signed", names: [name], addresses: [])
        }
    }

    @Test func `a key prints as asterisks`() throws {
        let key = try TestPKI().issue("good", names: ["localhost"], addresses: []).keyPEM
        #expect("\(key) \(String(reflecting: key))" == "*** ***")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("PRIVATE"))
        #expect(key.expanded.hasPrefix("-----BEGIN " + "PRIVATE KEY-----"))
    }

    @Test func `threads that need an authority at once get the same one`() async throws {
        let pki = try TestPKI()
        let issuers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let pem = try pki.issue("chain", names: ["localhost"], addresses: []).chainPEM
                    return X509Certificate.all(inPEM: pem).last.map { CertificateSummary($0).sha256 } ?? ""
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(issuers.count == 1)
    }
}

@Suite struct `An authority for hosts that are not this machine's` {
    @Test func `may issue for them and what lies below, and for nothing else`() throws {
        let pki = try TestPKI(fixtures: .embedded, namesAlone: ["www.arcgis.com", "city.maps.arcgis.com"])
        let constraints = try #require(X509Certificate.all(inPEM: pki.authorityPEM).first?.nameConstraints)
        #expect(constraints.names == ["city.maps.arcgis.com", "www.arcgis.com"])
        _ = try pki.issue("good", names: ["www.arcgis.com", "city.maps.arcgis.com"], addresses: [])
        for names in [["localhost"], ["arcgis.com"], ["evil.example"], ["maps.arcgis.com"]] {
            #expect(throws: TLSIdentityError(.notPermitted, "")) { try pki.issue("good", names: names, addresses: []) }
        }
        #expect(throws: TLSIdentityError(.notPermitted, "")) {
            try pki.issue("good", names: ["www.arcgis.com"], addresses: ["127.0.0.1"])
        }
    }

    @Test(.enabled("install openssl: its program verifies the certificates") { await OpenSSLProgram.isThere() })
    func `is not believed for another host, also where its key is misused`() async throws {
        let openssl = try OpenSSLProgram()
        let pki = try TestPKI(fixtures: .embedded, namesAlone: ["www.arcgis.com"])
        let authority = try pki.authority(named: "ca")
        try openssl.write(pki.authorityPEM.utf8, to: "ca.pem")
        let now = Int64(Date().timeIntervalSince1970)
        for (names, addresses, isGood) in [
            (["www.arcgis.com"], [], true), (["evil.example"], [], false), (["localhost"], [], false),
            (["www.arcgis.com", "evil.example"], [], false), (["www.arcgis.com"], ["127.0.0.1"], false),
            (["www.arcgis.com"], ["::1"], false), (["notwww.arcgis.com"], [], false),
        ] as [([String], [String], Bool)] {
            let draft = CertificateDraft(
                commonName: names[0], validity: now - 60..<now + 3600,
                role: .leaf(
                    names: try names.map { name throws(TLSIdentityError) in try DNSName(name) },
                    addresses: try addresses.map { address throws(TLSIdentityError) in try AddressBlock(address) },
                    [.serverAuth]))
            let leaf = try draft.signed(for: try PrivateKey.generate(), by: (authority.certificate, authority.key))
            try openssl.write(try leaf.pem().utf8, to: "leaf.pem")
            let words: String
            do {
                words = try await openssl.run(["verify", "-CAfile", "ca.pem", "-no-CApath", "leaf.pem"])
            } catch let failure as OpenSSLProgram.Failure {
                words = failure.description
            }
            let what: Comment = "\(names) \(addresses): \(words)"
            if isGood {
                #expect(words.contains("OK"), what)
            } else {
                #expect(words.contains("subtree"), what)
            }
        }
    }
}
