import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity
import Testing

@Suite struct `Refusals reach their clients` {
    @Test(arguments: ["1.2", "1.3"]) func `A hundred of a hundred runs of curl name the missing certificate`(
        version: String
    ) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        #expect(try await Self.curlRuns(portal, version: version, count: 100) == 100)
    }

    @Test(arguments: ["1.2", "1.3"]) func `A hundred of a hundred runs of requests name the missing certificate`(
        version: String
    ) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let ca = try TestPortal.authorityFile()
        let named = try await PythonPeer.run(
            PythonPeer.requests, [TestPortal.infoURL(portal), ca.path, version, "100"])
        #expect(named == "100\n")
    }

    @Test(arguments: ["1.2", "1.3"]) func `It is lost on purpose where the blueprint says so`(
        version: String
    ) async throws {
        let portal = try TestPortal.startAsking(["losesRefusal": true])
        defer { portal.stop() }
        #expect(try await Self.curlRuns(portal, version: version, count: 20) == 0)
        let ca = try TestPortal.authorityFile()
        let named = try await PythonPeer.run(PythonPeer.requests, [TestPortal.infoURL(portal), ca.path, version, "20"])
        #expect(named == "0\n")
        #expect(await portal.waitUntilQuiet())
        let handshakes = portal.journal().connections.compactMap(\.tls)
        #expect(handshakes.count == 40)
        #expect(handshakes.allSatisfy { $0.outcome == .refusedByServer && $0.alert != nil })
        // A client that is let in loses nothing.
        #expect(try await ClientCertificateTests.curl(portal, try IdentityFile("alice")).output.contains("200"))
    }

    @Test(
        .enabled(if: isLinux, "waits for the server's end by Linux's POLLRDHUP"),
        arguments: [
            ("1.2", "SSLV3_ALERT_HANDSHAKE_FAILURE"), ("1.3", "TLSV13_ALERT_CERTIFICATE_REQUIRED"), ("plain", "413"),
        ])
    func `A client that sends on reads why it was refused`(version: String, word: String) async throws {
        let portal = try TestPortal.start(["clientCertificates": [:], "http": "serve"])
        defer { portal.stop() }
        let port = version == "plain" ? TestPortal.port(of: portal.httpURL) : portal.port
        #expect(try await PythonPeer.run(PythonPeer.sendOn, ["\(port)", version]) == word + "\n")
    }

    /// How many of so many runs say that the certificate is missing.
    private static func curlRuns(_ portal: MockPortal, version: String, count: Int) async throws -> Int {
        let words = version == "1.3" ? "certificate required" : "handshake failure"
        var named = 0
        for _ in 0..<count {
            let outcome = try await ClientCertificateTests.curl(
                portal, nil, ["--tlsv\(version)", "--tls-max", version])
            if outcome.output.contains(words) { named += 1 }
        }
        return named
    }
}
