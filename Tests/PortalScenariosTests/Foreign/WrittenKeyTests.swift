import ChildProcess
import PortalJudge
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

@testable import PortalScenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keys and PKCS #12 files that a client writes as the bytes that they are.
@Suite struct `Written keys` {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    private func results(_ script: String) async throws -> [RunResult] {
        let path = "\(files.path)/client-\(UUID().uuidString).sh"
        try ProgramFile.write("#!/bin/sh\n\(script)\nexit 1\n", to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'")
        options.timeLimit = .seconds(120)
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ["pki/expired-tls13"])).results
    }

    /// A shell's words that write the key as DER (RFC 7468 §10).
    private static let key = "sed /-----/d \"$PORTAL_CLIENT_KEY\" | base64 -d"

    private static let ways: [(script: String, code: String)] = [
        (key, "secret.in-output"), ("\(key) >&2", "secret.in-output"),
        ("cat \"$PORTAL_CLIENT_P12\" >&2", "secret.in-output"),
        ("head -c 300 \"$PORTAL_CLIENT_P12\" | tail -c 100", "secret.in-output"),
        ("\(key) > \"$HOME/copy\"", "secret.in-file"),
        ("cp \"$PORTAL_CLIENT_P12\" \"$TMPDIR/copy\"", "secret.in-file"),
        ("{ head -c 2000000 /dev/zero; \(key); } > \"$HOME/copy\"", "secret.in-file"),
    ]

    @Test(arguments: ways)
    func `fail, and no report holds anything of them`(_ way: (script: String, code: String)) async throws {
        let results = try await results(way.script)
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.findings.map(\.code).contains(way.code), "\(result.verdict)")
            #expect(result.judgedAgain == result.verdict)
            #expect(result.evidence.output.contains { $0.text.contains(" redacted-") })
        }
    }

    @Test func `fail in a temporary folder of everybody's`() async throws {
        let place = "/tmp/wrong-client-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: place) }
        let results = try await results("\(Self.key) > \(place)")
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.findings.map(\.code).contains("secret.in-temporary-file"), "\(result.verdict)")
            #expect(result.evidence.output.contains { $0.text.contains(" redacted-key-") })
        }
    }

    /// Names of algorithms stand in every such file, and the fingerprint of a certificate in one that holds it.
    @Test func `are told from what another file of the kind holds as well`() throws {
        let (pki, sandbox) = (try TestPKI(), try ForeignSandbox())
        defer { sandbox.remove() }
        var evidence = Evidence(client: .foreign)
        evidence.canaries = try ForeignIdentity("alice", of: pki, in: sandbox).canaries
        let search = SecretSearch(evidence)
        func names(_ bytes: [UInt8]) -> [String] { search.names(in: search.readable(bytes)).map(\.name) }
        let own = try [UInt8](Data(contentsOf: URL(filePath: "\(sandbox.path)/alice.p12")))
        #expect(names(own) == ["file:alice.p12"])
        let other = try pki.pkcs12("bob", password: "another password")
        #expect(names(other).isEmpty)
        let fingerprint = try pki.issueIdentity("alice").leafSHA256
        #expect(names(Array(fingerprint.utf8)).isEmpty)
    }
}
