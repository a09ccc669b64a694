import HTTPSemantics
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

@Suite struct `curl at the fake` {
    struct Password: CustomTestStringConvertible, Sendable {
        let preset: String
        let option: String
        /// What curl answered with.
        let scheme: String
        var algorithm: String?
        var testDescription: String { "\(option) at \(preset)" }
    }

    static let passwords = [
        Password(preset: "basic", option: "--basic", scheme: "basic"),
        Password(preset: "basic", option: "--anyauth", scheme: "basic"),
        Password(preset: "digest", option: "--digest", scheme: "digest", algorithm: "MD5"),
        Password(preset: "digest-sha256", option: "--digest", scheme: "digest", algorithm: "SHA-256"),
        Password(preset: "basic-digest", option: "--basic", scheme: "basic"),
        Password(preset: "basic-digest", option: "--anyauth", scheme: "digest"),
    ]

    @Test(arguments: passwords) func `gets in with a password, and the portal names who came`(_ row: Password)
        async throws
    {
        let fake = try FakePortal(row.preset)
        defer { fake.portal.stop() }
        let credentials = "alice:\(try fake.password())"
        let answer = try await ForeignClient.curl(
            [row.option, "-u", credentials], authority: fake.authority, fake.whoAmI)
        #expect(answer.status == 200, "\(answer.errors)")
        #expect(try FakePortal.user(in: answer.body) == "alice")
        let shown = fake.portal.journal().requests.compactMap(\.authorization)
        #expect(shown.last?.scheme == row.scheme)
        #expect(shown.last?.verdict == .right)
        if let algorithm = row.algorithm { #expect(shown.last?.algorithm == algorithm) }
    }

    struct Certificate: CustomTestStringConvertible, Sendable {
        let preset: String
        let version: String
        let identity: String?
        /// The status, or 0 and a word of curl's complaint.
        let status: Int
        var complaint = ""
        /// A word of the page of a refusal.
        var page = ""
        var testDescription: String { "\(identity ?? "no identity") at \(preset), TLS \(version)" }
    }

    static let certificates = ["1.2", "1.3"].flatMap { version in
        [
            Certificate(preset: "pki", version: version, identity: "alice", status: 200),
            Certificate(
                preset: "pki", version: version, identity: nil, status: 0,
                complaint: version == "1.2" ? "handshake failure" : "certificate required"),
            Certificate(preset: "pki", version: version, identity: "carol", status: 0, complaint: "unknown ca"),
            Certificate(
                preset: "pki", version: version, identity: "alice-expired", status: 0,
                // curl has words of its own for the alert under TLS 1.2.
                complaint: version == "1.2" ? "certificate verification failed" : "certificate expired"),
            Certificate(preset: "pki-optional", version: version, identity: "alice", status: 200),
            Certificate(preset: "pki-optional", version: version, identity: nil, status: 200),
            Certificate(preset: "pki-nginx", version: version, identity: "alice", status: 200),
            Certificate(
                preset: "pki-nginx", version: version, identity: nil, status: 400,
                page: "No required SSL certificate was sent"),
            Certificate(
                preset: "pki-nginx", version: version, identity: "carol", status: 400, page: "The SSL certificate error"
            ),
            Certificate(preset: "pki-iis", version: version, identity: nil, status: 403, page: "403.7"),
            Certificate(preset: "pki-iis", version: version, identity: "carol", status: 403, page: "403.16"),
            Certificate(preset: "pki-iis", version: version, identity: "alice-expired", status: 403, page: "403.17"),
            Certificate(preset: "pki-apache", version: version, identity: "alice", status: 200),
            Certificate(preset: "pki-apache", version: version, identity: nil, status: 403, page: "Forbidden"),
        ]
    }

    @Test(arguments: certificates) func `is let in or refused by its certificate`(_ row: Certificate) async throws {
        let fake = try FakePortal(row.preset, versions: [row.version])
        defer { fake.portal.stop() }
        var arguments: [String] = []
        if let identity = row.identity {
            let files = try fake.files(of: identity)
            arguments = ["--cert", files.chain, "--key", files.key]
        }
        let answer = try await ForeignClient.curl(arguments, authority: fake.authority, fake.whoAmI)
        #expect(answer.status == row.status, "\(answer.errors)")
        #expect(row.complaint.isEmpty || answer.errors.contains(row.complaint), "\(answer.errors)")
        #expect(row.page.isEmpty || answer.body.contains(row.page), "\(answer.body)")
        if row.status == 200 { #expect(try FakePortal.user(in: answer.body) == row.identity) }
        #expect(await fake.portal.waitUntilQuiet())
        #expect(fake.portal.journal().connections.map(\.tls?.identity) == [row.identity])
    }

    @Test func `gets in with a PKCS #12 file`() async throws {
        let fake = try FakePortal("pki")
        defer { fake.portal.stop() }
        let password = fake.portal.identityPassword.reveal { $0 }
        let file = try fake.folder.write(try fake.portal.pkcs12(named: "alice"), as: "alice.p12", mode: 0o600)
        let answer = try await ForeignClient.curl(
            ["--cert-type", "P12", "--cert", "\(file):\(password)"], authority: fake.authority, fake.whoAmI)
        #expect(answer.status == 200, "\(answer.errors)")
        #expect(try FakePortal.user(in: answer.body) == "alice")
        let wrong = try await ForeignClient.curl(
            ["--cert-type", "P12", "--cert", "\(file):wrong"], authority: fake.authority, fake.whoAmI)
        #expect(wrong.code == 58, "\(wrong.errors)")
    }
}
