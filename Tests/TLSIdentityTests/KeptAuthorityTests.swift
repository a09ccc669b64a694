import FixtureFiles
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

    /// What is said of a kept authority that is not used; it stays as it was.
    private func refusal(
        _ code: TLSIdentityError.Code = .otherAuthority, names: [String] = ["localhost"], days: Int = 30,
        fixtures: FixtureTree = .embedded
    ) throws -> String {
        let before = try files(root).map { try? Data(contentsOf: URL(filePath: root + "/" + $0)) }
        let error = #expect(throws: TLSIdentityError(code, "")) {
            try TestPKI(fixtures: fixtures, names: names, caLifetimeDays: days, keptIn: root)
        }
        #expect(try files(root).map { try? Data(contentsOf: URL(filePath: root + "/" + $0)) } == before)
        #expect(error?.description.contains(root) == true && error?.description.contains("\n") == false)
        return error?.description ?? ""
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620])
    func `a key that others can use is refused`(mode: Int) throws {
        _ = try TestPKI(keptIn: root)
        chmod(root + "/ca.key", mode_t(mode))
        #expect(try refusal(.notPrivate).contains("type: chmod 600 \(root)/ca.key"))
        #expect(try self.mode(root + "/ca.key") == mode)
    }

    @Test(arguments: [0o755, 0o750, 0o701])
    func `a directory that others can enter is refused`(mode: Int) throws {
        _ = try TestPKI(keptIn: root)
        chmod(root, mode_t(mode))
        #expect(try refusal(.notPrivate).contains("type: chmod 700 \(root);"))
    }

    @Test func `a key behind a link, and one that is no file, are refused`() throws {
        _ = try TestPKI(keptIn: root)
        try FileManager.default.moveItem(atPath: root + "/ca.key", toPath: root + "/elsewhere")
        try FileManager.default.createSymbolicLink(atPath: root + "/ca.key", withDestinationPath: root + "/elsewhere")
        #expect(try refusal(.notPrivate).contains("is a symbolic link"))
        try FileManager.default.removeItem(atPath: root + "/ca.key")
        try #require(mkfifo(root + "/ca.key", 0o600) == 0)
        let error = #expect(throws: TLSIdentityError(.notPrivate, "")) { try TestPKI(keptIn: root) }
        #expect(error?.description.contains("is no regular file") == true)
    }

    @Test func `an authority that is wider or narrower than what is served is refused, and both are told`() throws {
        _ = try TestPKI(names: ["localhost", "portal.example.test"], keptIn: root)
        let words = try refusal()
        #expect(words.contains("it may issue for localhost and below, portal.example.test and below, "))
        #expect(words.contains("this start needs one for localhost and below, 127.0.0.0/8"))
        #expect(words.contains("remove \(root)/ca.pem and \(root)/ca.key"))
        #expect(try refusal(names: ["localhost", "other.example.test"]).contains("other.example.test"))
        // The order of a command line says nothing.
        _ = try TestPKI(
            names: ["portal.example.test", "localhost"], addresses: ["::1", "127.0.0.1", "127.0.0.0/8"], keptIn: root)
    }

    @Test func `an authority with another life, purpose or path length is refused`() throws {
        _ = try TestPKI(caLifetimeDays: 20, keptIn: root)
        #expect(try refusal().contains("it lives 21 days, and this start issues one for 31 days"))
        let both = try OwnFixtures([
            "ca":
                #"{"about": "x", "kind": "authority", "issuer": "self", "validity": {"from": "-1d"}, "extendedKeyUsage": ["serverAuth", "clientAuth"]}"#
        ])
        #expect(try refusal(days: 20, fixtures: both.tree).contains("its Extended Key Usage is not that of this start"))
        let none = try OwnFixtures([
            "ca": #"{"about": "x", "kind": "authority", "issuer": "self", "validity": {"from": "-1d"}}"#
        ])
        #expect(
            try refusal(days: 20, fixtures: none.tree).contains("it has Extended Key Usage, and this start issues none")
        )
    }

    @Test func `an authority that has ended is refused`() throws {
        let recipes = try OwnFixtures([
            "ca": #"{"about": "x", "kind": "authority", "issuer": "self", "validity": {"from": "-10d"}}"#
        ])
        _ = try TestPKI(fixtures: recipes.tree, caLifetimeDays: 1, keptIn: root)
        #expect(try refusal(days: 1, fixtures: recipes.tree).contains("ca.pem ends in less than 24 hours"))
    }

    @Test(arguments: [("ca.pem", "ca.pem holds no certificate"), ("ca.key", "ca.key holds no private key")])
    func `a spoilt file is refused`(name: String, says: String) throws {
        _ = try TestPKI(keptIn: root)
        try Data("spoilt".utf8).write(to: URL(filePath: root + "/" + name))
        #expect(try refusal().contains(says))
        try FileManager.default.removeItem(atPath: root + "/" + name)
        #expect(try refusal().contains("without \(name)"))
    }

    @Test(arguments: [true, false])
    func `a second certificate in the file that clients are given is refused`(isWhole: Bool) throws {
        let first = try TestPKI(keptIn: root)
        let other = try TestPKI().authorityPEM
        let text = first.authorityPEM + (isWhole ? other : other.replacing("MII", with: "M-I"))
        try Data(text.utf8).write(to: URL(filePath: root + "/ca.pem"))
        #expect(try refusal().contains("ca.pem holds 2 certificates"))
        try Data(first.authorityPEM.utf8).write(to: URL(filePath: root + "/ca.pem"))
        #expect(try TestPKI(keptIn: root).authorityPEM == first.authorityPEM)
    }

    @Test func `a certificate behind a million bytes of something else is refused`() throws {
        let first = try TestPKI(keptIn: root)
        let filling = String(repeating: "# filling\n", count: 110_000)
        let text = first.authorityPEM + filling + (try TestPKI().authorityPEM)
        try Data(text.utf8).write(to: URL(filePath: root + "/ca.pem"))
        #expect(try refusal(.file).contains("ca.pem is larger than 1 MiB"))
    }

    @Test func `a pipe in the place of the certificate is refused, and no writer is waited for`() throws {
        _ = try TestPKI(keptIn: root)
        try FileManager.default.removeItem(atPath: root + "/ca.pem")
        try #require(mkfifo(root + "/ca.pem", 0o600) == 0)
        let error = #expect(throws: TLSIdentityError(.file, "")) { try TestPKI(keptIn: root) }
        #expect(error?.description.contains("\(root)/ca.pem is no regular file") == true)
    }

    @Test func `a key that belongs to another certificate is refused`() throws {
        _ = try TestPKI(keptIn: root)
        let key = try PrivateKey.generate().pem().expanded
        try Data(key.utf8).write(to: URL(filePath: root + "/ca.key"))
        #expect(try refusal().contains("ca.key is not the key of ca.pem"))
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
