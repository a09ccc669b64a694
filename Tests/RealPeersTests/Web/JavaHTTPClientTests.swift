import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// java.net.http.HttpClient of the JDK, in one file that `java` itself compiles (openjdk.org › JEP 321, JEP 330).
@Suite(.java) struct `Java's HttpClient at the fake` {
    /// Runs `task` of ``JavaProgram``; what it says, by name.
    private func run(
        _ task: String, _ fake: FakePortal, _ arguments: [String] = [], trusting: Bool = true, at address: String? = nil
    )
        async throws -> [String: String]
    {
        let file = try fake.folder.write(JavaProgram.source, as: "Client.java")
        let run = try await ForeignClient.run(
            "java",
            [
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", file, task,
                address ?? fake.portal.url,
            ]
                + [fake.service(""), trusting ? fake.authority : ""] + arguments,
            environment: ["LC_ALL=C.UTF-8"])
        try #require(run.code == 0, "\(run.errors)")
        let pairs = run.output.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { _, last in last })
    }

    @Test func `signs in, edits, attaches a file and reads all of it back`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await run("edit", fake, ["alice", try fake.password()])
        #expect(said["version"] == "HTTP_1_1")
        #expect(said["user"] == "alice")
        #expect(said["added"] == "true")
        #expect(said["street"] == "Süd & Ost+ 北")
        #expect(said["attached"] == "true")
        #expect(said["file"] == "200 image/png 70000 true")
        #expect(said["refused"] == "498")
        let journal = fake.portal.journal()
        #expect(
            journal.requests.map { "\($0.method) \($0.operation)" } == [
                "POST generateToken", "GET community/self", "POST Inspections/addFeatures", "GET Inspections/query",
                "POST Inspections/addAttachment", "GET Inspections/attachment", "GET community/self",
            ])
        // One connection is kept, and HTTP/2 was offered on it (RFC 7301).
        #expect(journal.connections.count == 1 && journal.connections.first?.tls?.alpn == ["h2", "http/1.1"])
        let upload = try #require(journal.requests.first { $0.operation == "Inspections/addAttachment" })
        #expect(upload.headers.contains { $0.isNamed("Transfer-Encoding") && $0.value == "chunked" })
        #expect(upload.headers.contains { $0.isNamed("Expect") && $0.value == "100-Continue" })
        #expect(journal.requests.dropFirst().allSatisfy { $0.presented.map(\.carrier) == [.esriHeader] })
        #expect(journal.requests.last?.answer?.code == 498)
    }

    @Test func `an authority that it does not know gets no request`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await run("self", fake, trusting: false)
        #expect(said["error"] == "SSLHandshakeException", "\(said)")
        #expect(fake.portal.journal().requests.isEmpty && !fake.portal.journal().connections.isEmpty)
    }

    @Test func `an authenticator answers the challenge of a web tier, once`() async throws {
        let fake = try FakePortal("basic")
        defer { fake.portal.stop() }
        let said = try await run("self", fake, ["alice", try fake.password()])
        #expect(said["status"] == "200" && said["user"] == "alice", "\(said)")
        let shown = fake.portal.journal().requests
        #expect(shown.map { $0.answer?.status } == [401, 200])
        #expect(shown.map { $0.authorization?.verdict } == [nil, .right])
        #expect(shown.last?.authorization?.username == "alice")
        fake.portal.clearJournal()
        let wrong = try await run("self", fake, ["alice", "wrong"])
        #expect(wrong["error"] == "IOException", "too many authentication attempts")
        #expect(fake.portal.journal().requests.allSatisfy { $0.answer?.status == 401 })
    }

    @Test func `a certificate of a PKCS #12 file names the user`() async throws {
        let fake = try FakePortal("pki")
        defer { fake.portal.stop() }
        let file = try fake.folder.write(try fake.portal.pkcs12(named: "alice"), as: "alice.p12", mode: 0o600)
        let said = try await run("self", fake, ["", "", file, fake.portal.identityPassword.reveal { $0 }])
        #expect(said["status"] == "200" && said["user"] == "alice", "\(said)")
        #expect(fake.portal.journal().connections.compactMap(\.tls?.identity) == ["alice"])
    }

    @Test func `an offer of HTTP/2 over plain HTTP is passed over`() async throws {
        let fake = try FakePortal("plain-http", servesHTTP: true)
        defer { fake.portal.stop() }
        let said = try await run("self", fake, at: fake.portal.httpURL)
        #expect(said["status"] == "200" && said["version"] == "HTTP_1_1", "\(said)")
        let asked = try #require(fake.portal.journal().requests.first)
        #expect(asked.headers.contains { $0.isNamed("Upgrade") && $0.value == "h2c" })
        #expect(asked.answer?.status == 200)
    }
}
