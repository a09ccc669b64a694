import Foundation
import HTTPSemantics
import MapNotes
import MockPortalTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Each test has a portal of its own, on a port of its own; they run side by side.
@Suite(.mockPortal("organization")) struct `A session` {
    @Test func `greets a member by name`() async throws {
        let portal = try #require(MockPortal.current)
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        #expect(try await session.welcome("alice", portal.password(of: "alice")).hasPrefix("Welcome, "))
        #expect(portal.journal().requests.count { $0.operation == "generateToken" } == 1)
    }

    @Test func `sends a wrong password once`() async throws {
        let portal = try #require(MockPortal.current)
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        await #expect(throws: (any Error).self) { try await session.welcome("alice", Secret("not hers")) }
        #expect(portal.journal().requests.count { $0.operation == "generateToken" } == 1)
    }

    @Test func `gets a new token when the portal's clock has passed the old one`() async throws {
        let portal = try #require(MockPortal.current)
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        _ = try await session.welcome("alice", portal.password(of: "alice"))
        try portal.advance(by: .seconds(3 * 3600))
        try await session.refresh()
        #expect(portal.journal().requests.count { $0.operation == "generateToken" } == 2)
    }
}

@Test(.mockPortal("pki")) func `a client certificate signs in`() async throws {
    let portal = try #require(MockPortal.current)
    let files = try portal.identityFiles(of: "alice")
    let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
    #expect(try await session.welcome(certificate: files.pkcs12, password: files.password).hasPrefix("Welcome, "))
    #expect(portal.journal().connections.contains { $0.tls?.identity == "alice" })
}

@Suite struct `An expired certificate` {
    @Test(.mockPortal("expired")) func `gets no request`() async throws {
        let portal = try #require(MockPortal.current)
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        await #expect(throws: (any Error).self) { try await session.welcome("alice", portal.password(of: "alice")) }
        #expect(portal.journal().requests.isEmpty)
    }

    /// The twin: the same session, where only the fault is gone, gets in. A client that refuses everything passes the test above too.
    @Test(.mockPortal("token")) func `is all that keeps the session out`() async throws {
        let portal = try #require(MockPortal.current)
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        #expect(try await session.welcome("alice", portal.password(of: "alice")).hasPrefix("Welcome, "))
    }
}

@Test(.mockPortal("organization", #"{"tokens": {"generate": "refuses"}}"#))
func `a portal can be changed by any key of a blueprint`() async throws {
    let portal = try #require(MockPortal.current)
    let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
    await #expect(throws: (any Error).self) { try await session.welcome("alice", portal.password(of: "alice")) }
}

/// A client that cannot be told whom to trust, as URLSession on Linux: tokens go over plain HTTP on request.
@Test(.mockPortal("organization", transport: .plainHTTP)) func `a portal is served over plain HTTP on request`()
    async throws
{
    let portal = try #require(MockPortal.current)
    let root = try #require(portal.httpURL)
    let url = try #require(URL(string: root + "/sharing/rest/generateToken"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    let password = try portal.password(of: "alice").reveal { $0 }
    request.httpBody = Data("f=json&client=requestip&username=alice&password=\(password)".utf8)
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    let (data, _) = try await URLSession.shared.data(for: request)
    #expect(String(decoding: data, as: UTF8.self).contains("\"token\""))
}

/// `MAPNOTES_FAILS=1 swift test --attachments-path <folder>` shows what a failure leaves: the journal of the test's portal.
@Test(.mockPortal("token"), .enabled(if: ProcessInfo.processInfo.environment["MAPNOTES_FAILS"] != nil))
func `a failure brings the journal along`() async throws {
    let portal = try #require(MockPortal.current)
    let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
    #expect(try await session.welcome("alice", Secret("not hers")) == "Welcome, Alice")
}
