import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity
import Testing

@Suite struct `Sessions with a client certificate` {
    static let versions = ["-tls1_2", "-tls1_3"]

    @Test(arguments: versions) func `A resumed session stands for the identity that it began with`(
        version: String
    ) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let session = try TemporaryFile("")
        #expect(try await Self.connect(portal, "alice", [version, "-sess_out", session.path]).contains("200 OK"))
        for other in [nil, "bob"] {
            #expect(try await Self.connect(portal, other, [version, "-sess_in", session.path]).contains("200 OK"))
        }
        #expect(await portal.waitUntilQuiet())
        let handshakes = portal.journal().connections.compactMap(\.tls)
        #expect(handshakes.map(\.resumed) == [false, true, true])
        #expect(handshakes.map(\.identity) == ["alice", "alice", "alice"])
        #expect(handshakes.map(\.identityVerdict) == ["good", "good", "good"])
        #expect(handshakes.map { $0.acceptableIssuers?.count } == [1, nil, nil])
    }

    @Test(arguments: versions) func `A session ends with the acceptance of its identity`(version: String) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let session = try TemporaryFile("")
        _ = try await Self.connect(portal, "alice", [version, "-sess_out", session.path])
        try portal.perform(
            PortalAction(
                decoding: ["set": ["clientCertificates": ["authorities": ["other-client-ca"]]]], source: "test"))
        _ = try await Self.connect(portal, "alice", [version, "-sess_in", session.path])
        #expect(await portal.waitUntilQuiet())
        let last = try #require(portal.journal().connections.last?.tls)
        #expect(!last.resumed)
        #expect(last.outcome == .refusedByServer)
        #expect(last.alert?.number == 48)
    }

    @Test(arguments: versions) func `A session without a certificate does not outlive its permission`(
        version: String
    ) async throws {
        let portal = try TestPortal.startAsking(["ask": "optional"])
        defer { portal.stop() }
        let session = try TemporaryFile("")
        _ = try await Self.connect(portal, nil, [version, "-sess_out", session.path])
        try portal.perform(
            PortalAction(decoding: ["set": ["clientCertificates": ["ask": "required"]]], source: "test"))
        _ = try await Self.connect(portal, nil, [version, "-sess_in", session.path])
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map(\.tls?.outcome) == [.completed, .refusedByServer])
    }

    @Test func `A portal asks from the moment that it is told to, and no longer`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        let set = { (value: JSONValue) in
            try portal.perform(PortalAction(decoding: ["set": ["clientCertificates": value]], source: "test"))
        }
        #expect(try await ClientCertificateTests.curl(portal, nil).output.contains("200"))
        try set([:])
        #expect(try await ClientCertificateTests.curl(portal, nil).status != 0)
        #expect(portal.asksForCertificates)
        try set(.null)
        #expect(try await ClientCertificateTests.curl(portal, nil).output.contains("200"))
        try set([:])
        try portal.reset()
        #expect(try await ClientCertificateTests.curl(portal, nil).output.contains("200"))
    }

    @Test func `An event of the blueprint changes what is asked for`() async throws {
        let portal = try TestPortal.start([
            "after": [["request": 1, "do": ["set": ["clientCertificates": ["ask": "required"]]]]]
        ])
        defer { portal.stop() }
        #expect(try await ClientCertificateTests.curl(portal, nil).output.contains("200"))
        #expect(try await ClientCertificateTests.curl(portal, nil).status != 0)
    }

    private static func connect(_ portal: MockPortal, _ name: String?, _ options: [String]) async throws -> String {
        let file = try name.map { try IdentityFile($0) }
        return try await Child.run(
            "openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(portal.port)", "-servername", "localhost", "-ign_eof",
            ] + options + (file.map { ["-cert", $0.path, "-key", $0.path] } ?? []),
            input: "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        ).output
    }
}
