import ChildProcess
import TestRealms

/// The built-in client as a program of its own, for Kerberos reads its settings from a process's environment.
enum TicketClient {
    /// A web map of Fixtures/world that everyone may read.
    static let map = "3a900000000000000000000000000004"

    /// Runs a subcommand at a portal with the tickets of a cache, and with `--negotiate` for the portal's host.
    static func run(
        _ command: String, _ url: String, authority: String, realm: Realm, cache: String, _ more: String...
    ) async throws -> ForeignClient {
        try await ForeignClient.run(
            BuiltProgram.path("mockportal"),
            [command, url] + more + ["--ca-file", authority, "--negotiate", "localhost"],
            environment: realm.environment(cache))
    }
}
