import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@Suite struct `Old versions of TLS` {
    @Test(arguments: ["1.0", "1.1"]) func `are spoken by a portal that knows no other`(version: String) async throws {
        let portal = try TestPortal.start(["tls": ["versions": [.string(version)]]])
        defer { portal.stop() }
        let ca = try TestPortal.authorityFile()
        let url = "\(portal.url)/sharing/rest/info?f=json"
        // Debian's OpenSSL has to be asked for it.
        let old = ["--tlsv\(version)", "--tls-max", version, "--ciphers", "DEFAULT@SECLEVEL=0"]
        let answer = try await Child.curl(["--cacert", ca.path, url] + old)
        #expect(answer.output.contains("authInfo"))
        #expect(try await Child.curl(["--cacert", ca.path, "--tlsv1.2", url]).status == 35)
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.connections.map { $0.tls?.version } == ["TLS\(version)", nil])
        #expect(journal.connections[1].tls?.outcome == .refusedByServer)
        #expect(journal.connections[1].tls?.alert?.name == "protocol_version")
        #expect(journal.requests.count == 1)
    }
}
