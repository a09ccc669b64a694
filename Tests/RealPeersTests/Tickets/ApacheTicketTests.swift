import Platform
import TestFolders
import TestRealms
import Testing

/// mod_auth_gssapi (github.com/gssapi/mod_auth_gssapi) before a portal, and the built-in client with a ticket.
@Suite(.apache, .apacheTickets, .kerberos) struct `Tickets at Apache httpd` {
    /// A request as httpd's log has it.
    private struct Line: Equatable {
        let connection: Substring
        let status: Substring
        /// `ticket`, `none` or `other`.
        let authorization: Substring

        static func all(in log: String) -> [Line] {
            log.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard words.count == 4, words[0] == "saw" else { return nil }
                return Line(connection: words[1], status: words[2], authorization: words[3])
            }
        }
    }

    /// Runs a body with a realm, alice's ticket and a front that takes the realm's; gives httpd's lines, once it has ended.
    private static func run(
        _ change: @escaping @Sendable (inout WebTier.Tickets) -> Void = { _ in },
        body: @escaping @Sendable (Realm, WebFront) async throws -> Void
    ) async throws -> [Line] {
        let log = Locked("")
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            var tickets = WebTier.Tickets(keytab: realm.text("keytab"), configuration: realm.text("configuration"))
            change(&tickets)
            let written = try await WebFront.run(.apache, WebTier(credentials: .tickets(tickets))) { front in
                try await body(realm, front)
            }
            log.withLock { $0 = written }
        }
        return Line.all(in: log.withLock { $0 })
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let isBound: Bool
        let announces: Bool
        /// Whether requests without a ticket are let in on a connection that is signed in.
        let letsBareIn: Bool
    }

    @Test(arguments: [
        Case(testDescription: "a ticket for each request", isBound: false, announces: false, letsBareIn: false),
        Case(
            testDescription: "a ticket for its connection, unannounced", isBound: true, announces: false,
            letsBareIn: false),
        Case(
            testDescription: "a ticket for its connection, announced", isBound: true, announces: true, letsBareIn: true),
        Case(testDescription: "an announcement that is not kept", isBound: false, announces: true, letsBareIn: false),
    ])
    func `let the client in, and the portal names who came`(_ row: Case) async throws {
        let lines = try await Self.run {
            $0.isBound = row.isBound
            $0.announcesBinding = row.announces
        } body: { realm, front in
            let user = try await TicketClient.run(
                "user", front.url, authority: front.authority, realm: realm, cache: "alice")
            #expect(user.code == 0 && user.output.contains("alice"), "\(user.output)\(user.errors) \(front.log)")
            let map = try await TicketClient.run(
                "webmap", front.url, authority: front.authority, realm: realm, cache: "alice", TicketClient.map)
            // Some of its layers lie elsewhere, or want a token.
            #expect(map.output.contains("Bus Lines"), "\(map.output)\(map.errors) \(front.log)")
        }
        let answered = lines.filter { $0.status == "200" }
        #expect(answered.count > 4, "\(lines)")
        #expect(answered.contains { $0.authorization == "ticket" })
        #expect(answered.contains { $0.authorization != "ticket" } == row.letsBareIn, "\(lines)")
        // A connection is signed in with a ticket before anything is let in on it without one.
        for connection in Set(answered.map(\.connection)) {
            #expect(answered.first { $0.connection == connection }?.authorization == "ticket", "\(lines)")
        }
        #expect(
            !lines.contains { $0.status == "401" && $0.authorization == "ticket" }, "no ticket is refused: \(lines)")
    }

    @Test func `are asked for, and none is there`() async throws {
        let lines = try await Self.run { realm, front in
            let user = try await TicketClient.run(
                "user", front.url, authority: front.authority, realm: realm, cache: "none")
            #expect(user.code == 1 && user.errors.contains("(kerberosTicketMissing)"), "\(user.errors)")
            #expect(user.errors.contains("kinit"), "\(user.errors)")
        }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.status == "401" && $0.authorization != "ticket" }, "\(lines)")
    }

    @Test func `are not enough where the server does not prove itself`() async throws {
        let lines = try await Self.run {
            $0.hidesProof = true
        } body: { realm, front in
            let user = try await TicketClient.run(
                "user", front.url, authority: front.authority, realm: realm, cache: "alice")
            #expect(user.code == 1 && user.errors.contains("(mutualAuthenticationMissing)"), "\(user.errors)")
        }
        #expect(lines.last == Line(connection: lines.last?.connection ?? "", status: "200", authorization: "ticket"))
    }

    @Test func `that a server has no key for are told as refused`() async throws {
        try await Realm.run { other in
            let keytab = other.text("keytab")
            let lines = try await Self.run {
                $0.keytab = keytab
            } body: { realm, front in
                let user = try await TicketClient.run(
                    "user", front.url, authority: front.authority, realm: realm, cache: "alice")
                #expect(user.code == 1 && user.errors.contains("(kerberosRefused)"), "\(user.errors)")
            }
            #expect(lines.contains { $0.status == "401" && $0.authorization == "ticket" }, "\(lines)")
            #expect(!lines.contains { $0.status == "200" }, "\(lines)")
        }
    }

    @Test func `are taken from conformance, and from curl`() async throws {
        _ = try await Self.run { realm, front in
            let profile = try front.folder.write("items: {public: 3a900000000000000000000000000001}\n", as: "p.yaml")
            let judged = try await TicketClient.run(
                "conformance", front.url, authority: front.authority, realm: realm, cache: "alice", "--profile",
                profile, "--row", "public-item")
            #expect(judged.code == 0, "\(judged.output)\(judged.errors)")
            #expect(judged.output.contains("✓ conformance/public-item "), "\(judged.output)")
            let curl = try await ForeignClient.run(
                "curl",
                [
                    "-q", "-sS", "--max-time", "120", "--cacert", front.authority, "--negotiate", "-u", ":",
                    front.url + "/sharing/rest/portals/self?f=json",
                ], environment: realm.environment("alice"))
            #expect(try FakePortal.user(in: curl.output) == "alice", "\(curl.output)\(curl.errors) \(front.log)")
        }
    }
}
