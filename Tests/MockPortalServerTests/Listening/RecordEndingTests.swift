import Platform
import PortalJudge
import Testing

@testable import MockPortalServer

/// What the journal says of the records that come after a handshake: those with data, with alerts, and those that cannot be read.
struct `Records after a handshake` {
    struct Case: CustomTestStringConvertible, Sendable {
        /// As ``PythonPeer/records`` knows it.
        let story: String
        let by: String
        /// What the journal says of each request.
        var errors: [String?] = []
        var alert: Int?
        let versions: [String]
        var testDescription: String { story }

        init(
            _ story: String, by: String, _ errors: [String?] = [], alert: Int? = nil,
            versions: [String] = ["1.2", "1.3"]
        ) {
            self.story = story
            self.by = by
            self.errors = errors
            self.alert = alert
            self.versions = versions
        }
    }

    private static let unreadable = "a TLS record that the server cannot read ended the connection"

    static let table = [
        Case("two bytes of body", by: "server", [nil]),
        Case("one byte at a time", by: "server", [nil]),
        Case("two bytes, then a reset", by: "client"),
        Case("an end", by: "client"),
        Case("a request and an end", by: "client", [nil]),
        Case("an error", by: "client", alert: 48),
        Case("a request and an error", by: "client", [nil], alert: 48),
        Case("cancelled, then a request", by: "server", alert: 90),
        Case("no renegotiation, then a request", by: "server", alert: 100),
        Case("cancelled, then an end", by: "client", alert: 90),
        Case(
            "half a head, then cancelled", by: "server",
            ["the client's alert user_canceled ended the connection in the middle of its request"], alert: 90),
        Case("unreadable", by: "server"),
        Case("an absurd length", by: "server"),
        Case("half a line, then unreadable", by: "server", ["\(unreadable) inside a request head"]),
        Case("half a head, then unreadable", by: "server", ["\(unreadable) in the middle of its request"]),
        Case("half a body, then unreadable", by: "server", ["\(unreadable) in the middle of its request"]),
        Case("a record without its end", by: "client"),
        Case(
            "half a head, then a record without its end", by: "client",
            ["the client ended the connection in the middle of its request"]),
        Case("a record's header without its end", by: "client"),
        Case("an empty record, then a request", by: "server", [nil], versions: ["1.3"]),
        Case("padding alone, then a request", by: "server", [nil], versions: ["1.3"]),
        Case("new keys, then a request", by: "server", [nil], versions: ["1.3"]),
        Case("new keys for both, then a request", by: "server", [nil], versions: ["1.3"]),
        Case("half a head, new keys, then the rest", by: "server", [nil], versions: ["1.3"]),
        Case("too many new keys", by: "server", versions: ["1.3"]),
    ]

    @Test(arguments: table) func `are told as what they are`(_ row: Case) async throws {
        for version in row.versions {
            let portal = try TestPortal.start()
            defer { portal.stop() }
            let sent = try await PythonPeer.run(PythonPeer.records, ["\(portal.port)", version, row.story])
            await portal.waitForConnections(1)
            #expect(await portal.waitUntilQuiet())
            let journal = portal.journal()
            let connection = try #require(journal.connections.first)
            #expect(connection.tls?.outcome == .completed, "TLS \(version)")
            #expect(connection.end?.by == row.by, "TLS \(version)")
            #expect("\(connection.end?.requestBytes ?? -1)\n" == sent, "TLS \(version)")
            #expect(connection.tls?.alert?.number == row.alert, "TLS \(version)")
            #expect(journal.requests.map(\.parserError) == row.errors, "TLS \(version)")
        }
    }
}
