import Foundation
import HTTPSemantics
import MapNotes
import MockPortalTesting
import Testing

/// Each test has a portal of its own, on a port of its own; they run side by side.
@Suite(.mockPortal("organization")) struct `A session` {
    @Test func `greets a member by name`() async throws {
        let portal = try #require(MockPortal.current)
        let alice = try #require(portal.accounts.first { $0.username == "alice" })
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        #expect(try await session.welcome(alice.username, alice.password).hasPrefix("Welcome, "))
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
        let alice = try #require(portal.accounts.first { $0.username == "alice" })
        let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
        _ = try await session.welcome(alice.username, alice.password)
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

@Test(.mockPortal("expired")) func `an expired certificate gets no request`() async throws {
    let portal = try #require(MockPortal.current)
    let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
    await #expect(throws: (any Error).self) { try await session.welcome("alice", Secret("whatever")) }
    #expect(portal.journal().requests.isEmpty)
}

@Test(.mockPortal("organization", #"{"tokens": {"generate": "refuses"}}"#))
func `a portal can be changed by any key of a blueprint`() async throws {
    let portal = try #require(MockPortal.current)
    let alice = try #require(portal.accounts.first { $0.username == "alice" })
    let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
    await #expect(throws: (any Error).self) { try await session.welcome(alice.username, alice.password) }
}

/// `MAPNOTES_FAILS=1 swift test --attachments-path <folder>` shows what a failure leaves: the journal of the test's portal.
@Test(.mockPortal("token"), .enabled(if: ProcessInfo.processInfo.environment["MAPNOTES_FAILS"] != nil))
func `a failure brings the journal along`() async throws {
    let portal = try #require(MockPortal.current)
    let session = try Session(portal: portal.url, trusting: portal.authorityPEM)
    #expect(try await session.welcome("alice", Secret("not hers")) == "Welcome, Alice")
}
