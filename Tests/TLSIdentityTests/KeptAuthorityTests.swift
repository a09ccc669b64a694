import Foundation
import Testing

@testable import TLSIdentity

@Suite final class KeptAuthorities {
    private let root = FileManager.default.temporaryDirectory.appending(path: "kept-" + UUID().uuidString).path

    deinit {
        chmod(root, 0o700)
        try? FileManager.default.removeItem(atPath: root)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `an authority is kept, with a key that only its owner can read`() throws {
        let directory = root + "/below/certs"
        let first = try TestPKI(keptIn: directory)
        #expect(try files(directory) == ["ca.key", "ca.pem"])
        #expect(try mode(directory) == 0o700)
        #expect(try mode(directory + "/ca.key") == 0o600)
        #expect(try String(contentsOfFile: directory + "/ca.pem", encoding: .utf8) == first.authorityPEM)
        #expect(try TestPKI(keptIn: directory).authorityPEM == first.authorityPEM)
    }

    @Test func `a kept authority goes on issuing`() throws {
        _ = try TestPKI(keptIn: root)
        let pki = try TestPKI(keptIn: root)
        let evaluation = ServerTrustEvaluation(
            host: "localhost", authoritiesPEM: [pki.authorityPEM], includesSystemAuthorities: false)
        let certificate = try pki.issue("chain", names: ["localhost"], addresses: [])
        #expect(try LoopbackHandshake.run(server: certificate, client: evaluation, version: .tls13).isComplete)
    }

    @Test func `an authority of clients is kept once it is asked for, and vouches for identities of earlier runs`()
        throws
    {
        let first = try TestPKI(keptIn: root)
        let alice = try first.issueIdentity("alice-chain")
        #expect(try files(root) == ["ca.key", "ca.pem", "client-ca.key", "client-ca.pem"])
        #expect(try mode(root + "/client-ca.key") == 0o600)
        let second = try TestPKI(keptIn: root)
        #expect(try second.authorityPEM(named: "client-ca") == first.authorityPEM(named: "client-ca"))
        #expect(try second.issueIdentity("alice-chain").leafSHA256 != alice.leafSHA256)
        #expect(try second.authorityPEM(named: "client-ca") != second.authorityPEM)
    }

    @Test func `a key that others can read is closed to them`() throws {
        _ = try TestPKI(keptIn: root)
        chmod(root + "/ca.key", 0o644)
        _ = try TestPKI(keptIn: root)
        #expect(try mode(root + "/ca.key") == 0o600)
    }

    @Test func `an authority that does not cover what is served is made anew`() throws {
        let first = try TestPKI(keptIn: root)
        let second = try TestPKI(names: ["localhost", "portal.example.test"], keptIn: root)
        #expect(first.authorityPEM != second.authorityPEM)
        // The wider one covers the narrower wish.
        #expect(try TestPKI(keptIn: root).authorityPEM == second.authorityPEM)
    }

    @Test func `a stale authority is made anew`() throws {
        let recipes = try OwnFixtures([
            "ca": #"{"about": "x", "kind": "authority", "issuer": "self", "validity": {"from": "-10d"}}"#
        ])
        let first = try TestPKI(fixtures: recipes.tree, caLifetimeDays: 1, keptIn: root)
        #expect(try TestPKI(keptIn: root).authorityPEM != first.authorityPEM)
    }

    @Test(arguments: ["ca.pem", "ca.key"])
    func `a spoilt file leads to a new authority`(name: String) throws {
        let first = try TestPKI(keptIn: root)
        try Data("spoilt".utf8).write(to: URL(filePath: root + "/" + name))
        let second = try TestPKI(keptIn: root)
        #expect(first.authorityPEM != second.authorityPEM)
        #expect(try TestPKI(keptIn: root).authorityPEM == second.authorityPEM)
    }

    @Test func `a key that belongs to another certificate is not used`() throws {
        let first = try TestPKI(keptIn: root)
        let key = try PrivateKey.generate().pem().expanded
        try Data(key.utf8).write(to: URL(filePath: root + "/ca.key"))
        #expect(try TestPKI(keptIn: root).authorityPEM != first.authorityPEM)
    }

    @Test func `a place where no directory can be is one clear error`() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: root + "/file"))
        let error = #expect(throws: TLSIdentityError(.file, "")) { try TestPKI(keptIn: root + "/file/certs") }
        #expect(error?.description.contains(root + "/file/certs") == true)
        #expect(error?.description.contains("\n") == false)
        #expect(try files(root) == ["file"])
    }

    @Test func `an unwritable directory is one clear error and nothing is half-written`() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        chmod(root, 0o500)
        #expect(throws: TLSIdentityError(.file, "")) { try TestPKI(keptIn: unwritable) }
        #expect(try files(root).isEmpty)
    }

    /// A directory that cannot be written: root may write everywhere but in the kernel's own.
    private var unwritable: String { geteuid() == 0 ? "/proc/mockportal" : root }

    @Test func `a file that cannot be replaced leaves nothing half-written`() throws {
        // A directory in the key's place cannot be renamed over, not even by root.
        try FileManager.default.createDirectory(atPath: root + "/leaf.key/x", withIntermediateDirectories: true)
        let pki = try TestPKI()
        let leaf = try pki.issue("good", names: ["localhost"], addresses: [])
        #expect(throws: TLSIdentityError(.file, "")) { try CertificateFiles.write(leaf, named: "leaf", to: root) }
        #expect(try files(root) == ["leaf.key"])
    }

    @Test func `authority and leaf are written as files`() throws {
        let pki = try TestPKI()
        let authority = try CertificateFiles.write(authorityOf: pki, to: root)
        let leaf = try pki.issue("chain", names: ["localhost"], addresses: [])
        let written = try CertificateFiles.write(leaf, named: "portal", to: root)
        #expect(try files(root) == ["ca.crt", "ca.pem", "portal.key", "portal.pem"])
        #expect(try Array(Data(contentsOf: URL(filePath: authority.der))) == pki.authorityDER)
        #expect(try String(contentsOfFile: written.certificate, encoding: .utf8) == leaf.chainPEM)
        #expect(try String(contentsOfFile: written.key, encoding: .utf8) == leaf.keyPEM.expanded)
        #expect(try mode(written.key) == 0o600)
        #expect(throws: TLSIdentityError(.file, "")) { try CertificateFiles.write(leaf, named: "../x", to: root) }
    }
}
