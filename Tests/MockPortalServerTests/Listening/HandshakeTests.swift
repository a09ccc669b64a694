import Foundation
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

struct `Handshakes` {
    @Test(arguments: ["1.2", "1.3"]) func `A refusal stands in the journal with the alert and who sent it`(
        version: String
    ) async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        let curl = try await Child.curl(["--tlsv\(version)", "--tls-max", version, portal.url])
        #expect(curl.status == 60)
        #expect(await portal.waitUntilQuiet())
        let connection = try #require(portal.journal().connections.first)
        #expect(connection.tls?.outcome == .refusedByClient)
        #expect(connection.tls?.alert == Journal.Alert(number: 48, name: "unknown_ca", sentBy: "client"))
        #expect(connection.tls?.serverName == "localhost")
        #expect(connection.tls?.certificate == "good")
        #expect(connection.end?.requestBytes == 0)
        #expect(portal.journal().requests.isEmpty)
    }

    @Test func `A client without a common version is refused with an alert`() async throws {
        let portal = try TestPortal.start(["tls": ["versions": ["1.3"]]])
        defer { portal.stop() }
        let curl = try await Child.curl(["-k", "--tls-max", "1.2", portal.url])
        #expect(curl.status == 35)
        #expect(curl.output.contains("protocol version"))
        #expect(await portal.waitUntilQuiet())
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(tls.outcome == .refusedByServer)
        #expect(tls.alert == Journal.Alert(number: 70, name: "protocol_version", sentBy: "server"))
        #expect(tls.offeredVersions == ["TLS1.2"])
    }

    @Test func `A client without a common cipher is refused with an alert`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        _ = try await Child.run(
            "openssl",
            ["s_client", "-connect", "127.0.0.1:\(portal.port)", "-tls1_2", "-cipher", "ECDHE-RSA-AES256-GCM-SHA384"])
        #expect(await portal.waitUntilQuiet())
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(tls.outcome == .refusedByServer)
        #expect(tls.alert?.number == 40)
    }

    @Test func `A connection that ends without a word is abandoned`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        do { _ = try RawClient(port: portal.port) }
        await portal.waitForConnections(1)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map(\.tls?.outcome) == [.abandoned])
    }

    @Test func `Plain HTTP on a TLS port is told so and journaled as no TLS`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        let client = try RawClient(port: portal.port)
        await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readStatus() == 400)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map(\.tls?.outcome) == [.notTLS])
    }

    @Test func `The server name picks the certificate`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        try portal.perform(.certificate(host: "old.localhost", recipe: "expired"))
        for name in ["old.localhost", "localhost"] {
            _ = try await Child.run(
                "openssl", ["s_client", "-connect", "127.0.0.1:\(portal.port)", "-servername", name])
        }
        #expect(await portal.waitUntilQuiet())
        let handshakes = portal.journal().connections.compactMap(\.tls)
        #expect(handshakes.map(\.serverName) == ["old.localhost", "localhost"])
        #expect(handshakes.map(\.certificate) == ["expired", "good"])
        #expect(Set(handshakes.map(\.fingerprint)).count == 2)
    }

    @Test func `A client that sends a name is shown names, one that sends none also addresses`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        func names(_ options: [String]) async throws -> String {
            let shown = try await Child.run("openssl", ["s_client", "-connect", "127.0.0.1:\(portal.port)"] + options)
            return try await Child.run("openssl", ["x509", "-noout", "-ext", "subjectAltName"], input: shown.output)
                .output
        }
        let named = try await names(["-servername", "localhost"])
        #expect(named.contains("DNS:localhost") && !named.contains("IP Address"))
        let addressed = try await names(["-noservername"])
        #expect(addressed.contains("DNS:localhost") && addressed.contains("IP Address:127.0.0.1"))
    }

    @Test func `A reissued certificate has a new fingerprint and ends old sessions`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        let session = try TemporaryFile("")
        func connect(_ option: String) async throws {
            _ = try await Child.run(
                "openssl",
                [
                    "s_client", "-connect", "127.0.0.1:\(portal.port)", "-servername", "localhost", option,
                    session.path, "-ign_eof",
                ],
                input: "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        }
        try await connect("-sess_out")
        try await connect("-sess_in")
        try portal.perform(.certificate(host: nil, recipe: "good"))
        try await connect("-sess_in")
        #expect(await portal.waitUntilQuiet())
        let handshakes = portal.journal().connections.compactMap(\.tls)
        #expect(handshakes.map(\.resumed) == [false, true, false])
        #expect(handshakes.first?.fingerprint != handshakes.last?.fingerprint)
        #expect(portal.journal().requests.count == 3)
    }

    @Test func `A chain in the wrong order is shown in the wrong order`() async throws {
        let portal = try TestPortal.start(preset: "reversed-chain")
        defer { portal.stop() }
        let shown = try await Child.run("openssl", ["s_client", "-connect", "127.0.0.1:\(portal.port)", "-showcerts"])
        let subjects = shown.output.split(separator: "\n").filter { $0.contains(" s:") }
        #expect(subjects.count >= 2)
    }
}
